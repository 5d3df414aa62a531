/** What browsers and programs call themselves in User-Agent, the more specific before what they pretend to be. */
const browsers = [
  ['Edg', 'Edge'],
  ['EdgA', 'Edge'],
  ['EdgiOS', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Which browser a User-Agent header means, for a person who looks at their sessions: `Firefox on Linux`. Only words of
 * ours come out of it, and none where it names nothing known.
 */
export function browserName(userAgent = ''): string {
  const head = userAgent.slice(0, 500);
  const browser = browsers.find(([mark]) => head.includes(`${mark}/`))?.[1];
  const system = systems.find(([mark]) => head.includes(mark))?.[1];
  return browser !== undefined && system !== undefined
    ? `${browser} on ${system}`
    : (browser ?? system ?? '');
}
