import ipaddr from 'ipaddr.js'

/**
 * The network under which limits count a client's address: for IPv4 (also mapped into IPv6), the
 * address itself; for IPv6, its /64, the range of a household or a server. Ignores a port, which
 * some proxies add. A text that is not an address stays as it is.
 */
export const networkOf = (address: string): string => masked(address, { ipv4: 4, ipv6: 8 })

/**
 * The wider network around a client's address, for sharing scarce places: an IPv4 /24 or an IPv6
 * /56. Someone with many addresses usually has a range of neighboring ones.
 */
export const wideNetworkOf = (address: string): string => masked(address, { ipv4: 3, ipv6: 7 })

const masked = (given: string, kept: { ipv4: number; ipv6: number }): string => {
  const address = withoutPort(given)
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  const bytes = plain.toByteArray()
  const length = kept[plain.kind()]
  if (length === bytes.length) return plain.toString()
  return `${ipaddr.fromByteArray(bytes.fill(0, length)).toString()}/${length * 8}`
}

/** Removes the port that some proxies add: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const withoutPort = (address: string): string =>
  (/^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address))?.[1] ?? address
