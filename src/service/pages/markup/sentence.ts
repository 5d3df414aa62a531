/** What members of requests are called on our forms. */
const fields: Partial<Record<string, string>> = {
  baseUrl: 'Address',
  email: 'Email address',
  fullName: 'Name',
  provider: 'Model prefix',
};

/** The API's words as a sentence for who sees the form: they are written for programs. */
export function sentence(words: string): string {
  const named = words.replace(/^\w+(?=: )/, field => fields[field] ?? field);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}${/[.!?]$/.test(named) ? '' : '.'}`;
}
