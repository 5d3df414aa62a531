/** Headers of a provider that a client needs, each with what it may say: all else stays here, and nothing else in them. */
const passed: Readonly<Record<string, RegExp>> = {
  'content-type':
    /^(?:text\/event-stream|application\/(?:problem\+)?json|text\/plain)(?:; ?charset=utf-8)?$/i,
  'retry-after':
    /^(?:\d{1,9}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z][a-z] \d{4} \d\d:\d\d:\d\d GMT)$/,
  'retry-after-ms': /^\d{1,12}(?:\.\d{1,3})?$/,
  'x-should-retry': /^(?:true|false)$/,
};

/** Of a provider's headers those that are passed on, without `key` in any of them. */
export function passedHeaders(headers: Headers, key: string | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(passed).flatMap(([name, form]) => {
      const value = headers.get(name)?.trim();
      if (value === undefined || !form.test(value) || (key !== undefined && value.includes(key))) return [];
      return [[name, value]];
    }),
  );
}
