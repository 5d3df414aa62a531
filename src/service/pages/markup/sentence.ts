/** What members of requests are called on our forms. */
const fields: Partial<Record<string, string>> = {
  baseUrl: 'Address',
  describedBy: 'Vision model',
  dollars: 'US dollars',
  email: 'Email address',
  fullName: 'Name',
  models: 'Text-only models',
  provider: 'Model prefix',
};

/** The API's words as a sentence for who sees the form: they are written for programs. */
export function sentence(words: string): string {
  const named = words.replace(/^(\w+)(?:\.\d+)?(?=: )/, (where, field: string) => fields[field] ?? where);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}${/[.!?]$/.test(named) ? '' : '.'}`;
}
