import ipaddr from 'ipaddr.js';

/**
 * Who is counted as one caller: an IPv4 address, or an IPv6 network of the size one customer is given (/64), whose
 * 2^64 addresses would otherwise pass for as many callers.
 */
export function callerNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address that an IPv6 socket shows as '::ffff:192.0.2.1' is read as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
