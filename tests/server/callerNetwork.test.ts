import { expect, test } from 'vitest';
import { callerNetwork } from '#server/http/caller.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::2%eth1', 'fe80:0:0:0::/64'],
  ['no address', 'no address'],
  ['1:2:3', '1:2:3'],
  ['', ''],
])('%j is counted as %j', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
