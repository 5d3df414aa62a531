import { t } from '../../base/l10n.ts';
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
    throw new SightlineError('network', t('Your browser cannot reach {host}.', { host: page.host }), {
      hint: t(
        'The page is served by the remote machine. Forward port {port} and open the forwarded address.',
        { port: page.port },
      ),
    });
  page.hostname = 'sightline.localhost';
  return page.href;
}
