import { registerHooks } from 'node:module';

/** Says on standard error which modules are loaded, one a line. */
registerHooks({
  load: (url, context, next) => {
    process.stderr.write(`${url}\n`);
    return next(url, context);
  },
});
