import ipaddr from 'ipaddr.js'

/**
 * The network that a client address counts as. An IPv4 address (even if mapped into IPv6) counts as
 * itself, and an IPv6 address as its /64, which is the range of a single household or server. A
 * port, which some proxies add, is ignored. Anything that is not an address is returned unchanged.
 */
export const networkOf = (address: string): string => masked(address, { ipv4: 4, ipv6: 8 })

/**
 * The wider network around a client address, for sharing scarce places: an IPv4 /24 or an IPv6 /56.
 * People who have many addresses usually have a contiguous range.
 */
export const wideNetworkOf = (address: string): string => masked(address, { ipv4: 3, ipv6: 7 })

/** The address with only its first `kept` bytes. */
const masked = (given: string, kept: { ipv4: number; ipv6: number }): string => {
  const address = withoutPort(given)
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  const bytes = plain.toByteArray()
  const length = kept[plain.kind()]
  if (length === bytes.length) return plain.toString()
  return `${ipaddr.fromByteArray(bytes.fill(0, length)).toString()}/${length * 8}`
}

/** Removes the port that some proxies add: `1.2.3.4:5678` and `[2001:db8::1]:5678`. */
const withoutPort = (address: string): string =>
  (/^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address))?.[1] ?? address
