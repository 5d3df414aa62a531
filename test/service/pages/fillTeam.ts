import { linkToken } from '../../support/service/linkToken.ts';
import { day } from './teamService.ts';
import type { TeamService } from './teamService.ts';

/** Fills a team with what a used one has: keys of several ages, providers, hosts with jobs, usage, invitations. */
export async function fillTeam({ url, owner, clock }: TeamService): Promise<void> {
  const start = clock.now;
  const at = async (daysAgo: number, work: () => Promise<unknown>) => {
    clock.now = start - daysAgo * day;
    const result = await work();
    clock.now = start;
    return result;
  };
  const key = (name: string) =>
    owner.api('POST', '/api/api-keys?owner=acme', { name }) as Promise<{ key: string }>;

  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
  await at(6, async () => {
    const link = (await owner.api('POST', '/api/session/link')) as { url: string };
    await post(`${url}/api/session`, { token: linkToken(link.url) }, undefined, { 'user-agent': agent });
  });
  await at(121, () => key('CI'));
  const laptop = (await at(12, () => key('Laptop'))) as { key: string };
  await at(100, () => key('Annotation server, second floor'));
  await at(0.02, () => key('CI'));
  await at(40, () =>
    owner.api('PUT', '/api/provider-keys/openai?owner=acme', { key: 'sk-test-000000000000000000000000' }),
  );
  await at(2, () =>
    owner.api('PUT', '/api/provider-keys/lab-server?owner=acme', {
      key: 'lab-000000000000000000000000',
      label: 'Lab Server',
      baseUrl: 'https://llm.lab.example/v1',
    }),
  );
  await owner.api('PUT', '/api/text-only-models?owner=acme', {
    describedBy: 'openai/gpt-5.6-luna',
    models: ['lab-server/deepseek-r2', 'lab-server/a-model-with-a-rather-long-name-70b-instruct'],
  });
  await ask(url, laptop.key);
  await owner.api('PUT', '/api/budgets?owner=acme', { period: 'month', dollars: 20 });
  await owner.api('PUT', '/api/prices?owner=acme', {
    model: 'lab-server/deepseek-r2',
    input: 0.2,
    output: 0.6,
  });
  await owner.api('POST', '/api/members?owner=acme', { email: 'new.person@acme.example', role: 'viewer' });

  await owner.api('POST', '/api/hosts?owner=acme', { name: 'Edge box' });
  const { host, token } = (await owner.api('POST', '/api/hosts?owner=acme', { name: 'Lab GPU 1' })) as {
    host: { hostId: string };
    token: string;
  };
  const { workerKey } = (await post(`${url}/api/hosts/connect`, { token })) as { workerKey: string };
  for (const name of ['Train the crack detector', 'Export to ONNX', 'Describe the May pictures'])
    await owner.api('POST', '/api/jobs?owner=acme', { name, hostId: host.hostId });
  const { job } = (await post(`${url}/api/jobs/take`, {}, workerKey)) as { job: { jobId: string } };
  await trainModels({ owner });
  await post(`${url}/api/jobs/${job.jobId}/progress`, { metrics: { epoch: 12, loss: 0.04312 } }, workerKey);
}

/** Training runs: one that was cut off, one that failed and one that goes on. */
async function trainModels({ owner }: Pick<TeamService, 'owner'>): Promise<void> {
  const api = (path: string, body: object) =>
    owner.api('POST', `/api/training-runs${path}?owner=acme`, body) as Promise<{ runId: string }>;
  for (const [index, name] of ['Cracks, small learning rate', 'Cracks, out of memory', 'Cracks'].entries()) {
    const { runId } = await api('', { name, model: 'yolo11n', tags: ['coco', `seed ${index}`] });
    const steps = Array.from({ length: 200 }, (_, step) => step);
    const metrics = steps.flatMap(step => [
      {
        name: 'train/loss',
        step,
        value: (3 + index) * Math.exp(-step / (40 + 20 * index)) + Math.sin(step) / 20,
      },
      { name: 'metrics/mAP50-95(B)', step, value: 0.6 * (1 - Math.exp(-step / (50 + 30 * index))) },
      { name: 'lr/pg0', step, value: step === 77 ? 'NaN' : 0.01 * (1 - step / 200) },
    ]);
    await api(`/${runId}/metrics`, { metrics });
    if (index === 0) await api(`/${runId}/finish`, {});
    if (index === 1) await api(`/${runId}/fail`, { error: 'CUDA out of memory' });
  }
}

/** Asks the offline describer through the gateway. */
async function ask(url: string, key: string): Promise<void> {
  await post(
    `${url}/api/v1/chat/completions`,
    { model: 'offline/describer', messages: [{ role: 'user', content: 'Hello' }] },
    key,
  );
}

async function post(
  url: string,
  body: object,
  key?: string,
  more: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...more,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  return response.json();
}
