import ipaddr from 'ipaddr.js'

/**
 * The network that a client address counts as: an IPv4 address itself (also one mapped into IPv6), of an
 * IPv6 address its /64, which is what a single household or server has. What is no address stays as
 * it is.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  if (plain.kind() === 'ipv4') return plain.toString()
  const bytes = plain.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes).toString()}/64`
}
