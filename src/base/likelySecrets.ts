/** Stands for what was taken out. */
export const gone = '…';

/** A service key, or one that was cut or mistyped: its first eleven characters may be shown. */
const serviceKey = /([A-Za-z]{2}_[0-9A-Fa-f]{8})[0-9A-Fa-f]{16,}/g;

/** Spellings by which providers' keys give themselves away. */
const providerKey =
  /(?<![A-Za-z0-9])(sk-|rk-|gsk_|xai-|pplx-|csk-|hf_|r8_|fw_|tgp_v1_|AIza|ghp_|github_pat_)([A-Za-z0-9_-]{8,})/g;

/** An `Authorization` or `Cookie` header, also as a member of JSON: all of its value, whatever the scheme. */
const header = /((?:authorization|cookie)\\*["']?\s*[:=]\s*\\*["']?)(?![\s\u2026])([^\r\n"'\\]+)/gi;

/** `api-key: …`, `"apiKey":"…"`, `OPENAI_API_KEY=…` and their like. */
const named =
  /(?<before>[/\\]?)(?<name>(?:api[-_]?key|secret|password|passwd|access_token|refresh_token)\\*["']?\s*[:=]\s*\\*["']?)(?![\s\u2026])(?<value>[^\s"'\\,;&}]+)/gi;

const bearer = /\b(bearer\s+)(?![\s\u2026])([^\s"'\\,;}]+)/gi;

const queryParameter = /([?&;](?:key|token|sig|signature|subscription-key)=)(?![\s\u2026])[^&\s"'\\#<>]+/gi;

/** The `user:password@` of an address. */
const addressUser = /(:\/\/)(?![\s\u2026])[^\s/?#"'<>]+@/g;

/** Takes out of a service key all but what may be shown of it. */
export function withoutServiceKeys(text: string): string {
  return text.replace(serviceKey, `$1${gone}`);
}

/**
 * `text` without what looks like a key, a header that signs in, or an address with credentials in it. What reads as a
 * sentence (`bearer token is missing`, `etc/passwd: no picture`) stays.
 */
export function withoutLikelySecrets(text: string): string {
  return text
    .replace(header, (all: string, name: string, value: string) => (isProse(value) ? all : name + gone))
    .replace(named, (all: string, before: string, name: string, value: string) =>
      isSaying(before, name, value) ? all : before + name + gone,
    )
    .replace(bearer, (all: string, name: string, value: string) => (isWord(value) ? all : name + gone))
    .replace(providerKey, (all: string, prefix: string, rest: string) =>
      /[0-9A-Z]/.test(rest) ? prefix + gone : all,
    )
    .replace(queryParameter, `$1${gone}`)
    .replace(addressUser, `$1${gone}@`);
}

/** A word of a sentence, with the mark that may follow it. */
function isWord(text: string): boolean {
  return /^(?:[A-Za-z]?[a-z]{0,13}|[A-Z]{1,14})[.:!?)]?$/.test(text);
}

/** Three words and more, none of which could be a credential. */
function isProse(value: string): boolean {
  const words = value.trim().split(/[\s,;]+/, 50);
  return words.length >= 3 && words.every(isWord);
}

/** Whether a name with a colon behind it only says what is the matter with it: a file of that name, or a field. */
function isSaying(before: string, name: string, value: string): boolean {
  if (/["'=]/.test(name)) return false;
  return before !== '' || isWord(value) || (value.length < 6 && /^\w+$/.test(value));
}
