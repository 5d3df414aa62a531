import type { Target } from '../../fuzz/target.ts';

/** A reader with two faults: the letter f makes it fail, the letter h makes it hang. */
const target: Target<string> = {
  make: random => random.pick(['a', 'b', 'f', 'h']),
  attempt: async text => {
    if (text === 'f') throw new TypeError('planted');
    while (text === 'h');
    return Promise.resolve();
  },
};

export default target;
