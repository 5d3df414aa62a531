/** A test of a page that runs in a browser of its own. */
interface BrowserTest<Browser> {
  name: string;
  run: (browser: Browser) => Promise<void>;
}

/** Runs browser tests by themselves, those with a part of a name where one is given, and says how each went. */
export async function runBrowserTests<Browser extends { close: () => Promise<void> }>(
  browser: Browser,
  tests: readonly BrowserTest<Browser>[],
  part = process.argv[2] ?? '',
): Promise<void> {
  for (const { name, run } of tests.filter(test => test.name.includes(part))) {
    try {
      await run(browser);
      console.log(`ok   ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`FAIL ${name}\n`, error);
    }
  }
  await browser.close();
}
