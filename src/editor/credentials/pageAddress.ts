import { isLoopback } from '../../base/address.ts';
import { SightlineError } from '../../base/errors.ts';

/**
 * The address by which the person's browser reaches a page. An editor in the browser leads addresses of this machine
 * through its own server, below a path such as `/proxy/8080/`, where no page finds its parts. Where that server is on
 * this machine too, so is the page: a name below `localhost`, which browsers know as this machine, is left alone.
 * @param address Of the page, as the extension host knows it.
 * @param external What the editor would make of it.
 * @throws {SightlineError} where the page is on a machine that the browser cannot reach.
 */
export function pageAddress(address: string, external: string): string {
  const [page, led] = [new URL(address), new URL(external)];
  const local = isLoopback(page.hostname);
  // A tunnel has another port, but the same paths: the editor knows best.
  if (!local || led.pathname === page.pathname) return address;
  if (!isLoopback(led.hostname))
    throw new SightlineError('network', `The browser cannot reach the page at ${page.host}.`, {
      hint: `It is on the machine of the editor’s server. Forward its port ${page.port} to your machine and open the page there.`,
    });
  page.hostname = 'sightline.localhost';
  return page.href;
}
