import { BlockList, isIP, isIPv4 } from 'node:net';

/** What is not the open Internet, by IANA's registries of special-purpose addresses. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8], // unspecified, "this network"
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers; metadata of Alibaba
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // metadata of Azure
  ['169.254.0.0', 16], // link-local; metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocols; metadata of Oracle
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const)
  special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96], // unspecified, loopback, IPv4-compatible
  ['64:ff9b:1::', 48], // translation within a network
  ['100::', 64], // discard
  ['2001::', 23], // protocols, Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
  ['5f00::', 16], // segment routing
  ['fc00::', 7], // private; metadata of AWS
  ['fe80::', 10], // link-local
  ['fec0::', 10], // site-local
  ['ff00::', 8], // multicast
] as const)
  special.addSubnet(network, bits, 'ipv6');

/** Networks that hold an IPv4 address in their last 32 bits: IPv4-mapped, and NAT64, by which names resolve. */
const embedding = ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:'];

/**
 * Whether an IP address lies on the open Internet: not on this machine, not in a network behind it, no metadata of a
 * cloud, and none that stands for such a one. What is no address is not public.
 */
export function isPublicAddress(ip: string): boolean {
  const [bare = ''] = ip.split('%');
  if (isIPv4(bare)) return !special.check(bare, 'ipv4');
  if (isIP(bare) !== 6) return false;
  const groups = groupsOf(bare);
  if (embedding.includes(`${groups.slice(0, 6).join(':')}:`)) return !special.check(lastFour(groups), 'ipv4');
  return !special.check(bare, 'ipv6');
}

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(ip: string): string[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map(part => part.split(':').filter(group => group !== ''));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function lastFour(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map(group => Number.parseInt(group, 16))
    .flatMap(group => [group >> 8, group & 255])
    .join('.');
}
