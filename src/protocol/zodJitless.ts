import * as z from 'zod/mini';

/**
 * Keeps the guards from compiling themselves with `new Function`: the panel's policy forbids it, and even the trial
 * that zod makes first is reported as a violation. To be imported before the first message is checked.
 */
z.config({ jitless: true });
