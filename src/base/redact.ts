/** Stands for what was taken out. */
const gone = '…';

/** A service key, or one that was cut or mistyped: its first eleven characters may be shown. */
const serviceKey = /([A-Za-z]{2}_[0-9A-Fa-f]{8})[0-9A-Fa-f]{16,}/g;

/** Spellings by which providers' keys give themselves away. */
const providerKey =
  /(?<![A-Za-z0-9])(sk-|rk-|gsk_|xai-|pplx-|csk-|hf_|r8_|fw_|tgp_v1_|AIza|ghp_|github_pat_)[A-Za-z0-9_-]{8,}/g;

/** An `Authorization` or `Cookie` header, also as a member of JSON: all of its value, whatever the scheme. */
const header = /((?:authorization|cookie)\\*["']?\s*[:=]\s*\\*["']?)(?![\s…])[^\r\n"'\\]+/gi;

/** `api-key: …`, `"apiKey":"…"`, `OPENAI_API_KEY=…` and their like. */
const named =
  /((?:api[-_]?key|secret|password|passwd|access_token|refresh_token)\\*["']?\s*[:=]\s*\\*["']?)(?![\s…])[^\s"'\\,;&}]+/gi;

const bearer = /\b(bearer\s+)(?![\s…])[^\s"'\\,;}]+/gi;

const queryParameter = /([?&;](?:key|token|sig|signature|subscription-key)=)(?![\s…])[^&\s"'\\#<>]+/gi;

/** The `user:password@` of an address. */
const addressUser = /(:\/\/)(?![\s…])[^\s/?#"'<>]+@/g;

/** A picture as data, which is the person's own, and other long runs of base64. */
const data =
  /(data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/_-]{12}|[A-Za-z0-9+/_-]{244})([A-Za-z0-9+/_-]{12,}={0,2})/g;

/** Below this length a "secret", such as a local server's `x`, would only tear words apart. */
const shortestSecret = 4;

/**
 * `text` without secrets: every log line and every error passes through here. Masks whatever looks like a key, a
 * header or an address with credentials in it, and the exact `secrets` given. Of a service key the display prefix
 * stays. Redacting twice changes nothing more.
 */
export function redact(text: string, ...secrets: readonly (string | undefined)[]): string {
  let result = text.replace(serviceKey, `$1${gone}`);
  for (const spelling of spellings(secrets)) result = result.replaceAll(spelling, gone);
  return result
    .replace(
      data,
      (_all, head: string, rest: string) =>
        `${head.slice(0, 40)}${gone} (${head.length + rest.length} characters)`,
    )
    .replace(header, `$1${gone}`)
    .replace(named, `$1${gone}`)
    .replace(bearer, `$1${gone}`)
    .replace(providerKey, `$1${gone}`)
    .replace(queryParameter, `$1${gone}`)
    .replace(addressUser, `$1${gone}@`);
}

/** The secrets as they may stand in a text, longest first, so that none leaves a part of another. */
function spellings(secrets: readonly (string | undefined)[]): string[] {
  const all = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= shortestSecret)
    .flatMap(secret => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}
