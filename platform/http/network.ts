import ipaddr from 'ipaddr.js'

/**
 * The network that a client address counts as: for an IPv4 address (also one mapped into IPv6) the
 * address itself, for an IPv6 address its /64, which is the range of a single household or server.
 * Anything that is not an address is returned unchanged.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  if (plain.kind() === 'ipv4') return plain.toString()
  const bytes = plain.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes).toString()}/64`
}
