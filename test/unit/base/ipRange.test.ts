import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../src/base/node/ipRange.ts';

test.each(
  [
    '0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254',
    '172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.168.0.1 198.18.0.1 203.0.113.9 224.0.0.1 240.0.0.1',
    '255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:10.0.0.1 ::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1 64:ff9b::169.254.169.254 64:ff9b:1::808:808 100::1 2001::1 2001:db8::1 2002:7f00:1::',
    'fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1',
    'localhost 127.1 1.2.3 0x7f.0.0.1 [::1] not an address',
  ].flatMap(line => line.split(' ')),
)('B7: %s is not public', ip => expect(isPublicAddress(ip)).toBe(false));

test.each(
  '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.0.1 172.32.0.1 192.167.1.1 223.255.255.255 ::ffff:8.8.8.8 64:ff9b::808:808 2001:4860:4860::8888 2606:4700::1111 2a00:1450::1'.split(
    ' ',
  ),
)('%s is public', ip => expect(isPublicAddress(ip)).toBe(true));
