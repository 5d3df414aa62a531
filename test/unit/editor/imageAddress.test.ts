import { expect, test } from 'vitest';
import { imageAddressIn } from '../../../src/editor/prompt/imageAddress.ts';

const address = 'https://images.example/a%20b.jpg?x=(1)';

test.for([
  address,
  `  ${address}\n`,
  `"${address}"`,
  `<${address}>`,
  `<img alt="A lake" src="${address}" width=3>`,
  `<IMG SRC='${address}'/>`,
])('the address in %s is found', text => {
  expect(imageAddressIn(text)).toBe(address);
});

test.for(['![A lake](https://images.example/a.jpg)', '![](<https://images.example/a.jpg> "At dusk")'])(
  'the address in %s is found',
  text => {
    expect(imageAddressIn(text)).toBe('https://images.example/a.jpg');
  },
);

test.for([
  '',
  'a.jpg',
  'See https://images.example/a.jpg',
  'file:///etc/passwd',
  'https://',
  `https://a/${'a'.repeat(4000)}`,
])('in %s there is none', text => {
  expect(imageAddressIn(text)).toBeUndefined();
});
