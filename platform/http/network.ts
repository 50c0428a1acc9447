import ipaddr from 'ipaddr.js'

/**
 * The network that a client address counts as: for an IPv4 address (also one mapped into IPv6) the
 * address itself, for an IPv6 address its /64, which is the range of a single household or server. Some
 * proxies add the port, which makes nobody another client. Anything that is not an address is returned
 * unchanged.
 */
export const networkOf = (address: string): string => masked(address, { ipv4: 4, ipv6: 8 })

/**
 * The network around a client address that shares what is crowded: an IPv4 /24, an IPv6 /56. Somebody
 * who has many addresses has them side by side.
 */
export const wideNetworkOf = (address: string): string => masked(address, { ipv4: 3, ipv6: 7 })

/** The address with only its first bytes, `kept` of them. */
const masked = (given: string, kept: { ipv4: number; ipv6: number }): string => {
  const address = withoutPort(given)
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  const bytes = plain.toByteArray()
  const length = kept[plain.kind()]
  if (length === bytes.length) return plain.toString()
  return `${ipaddr.fromByteArray(bytes.fill(0, length)).toString()}/${length * 8}`
}

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`, as some proxies write it. */
const withoutPort = (address: string): string =>
  (/^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address))?.[1] ?? address
