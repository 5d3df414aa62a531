import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/service/store/database.ts';
import { storeFile } from '../../src/service/store/dataFolder.ts';
import { migrations } from '../../src/service/store/migrations.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { countSharedAnswers } from '../../src/service/store/sharedAnswers.ts';
import { firstOwner } from '../../src/service/store/people.ts';
import { dataFolder } from '../support/service/dataFolder.ts';

function schemaOf(dataDir: string): unknown[] {
  const connection = new DatabaseSync(join(dataDir, storeFile));
  const schema = connection.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
  connection.close();
  return schema;
}

/** Rows that a store of each step may hold; a later step must keep them. */
const rowsOfStep: readonly string[][] = [
  [],
  [
    "INSERT INTO users (id, username, name, email, created_at) VALUES ('user_1', 'ada', 'Ada', 'ada@example.com', 1)",
    "INSERT INTO workspaces VALUES ('workspace_1', 'ada', 'Ada', 'personal', 1)",
    "INSERT INTO memberships VALUES ('workspace_1', 'user_1', 'owner', 1)",
  ],
  [
    `INSERT INTO service_keys
     (id, workspace_id, name, key_prefix, lookup, sealed, created_by, created_at, last_used_at, usage_count) VALUES ('key_1', 'workspace_1', 'laptop', 'sl_01234567', x'01', x'02', 'user_1', 1, NULL, 0)`,
  ],
  [
    "INSERT INTO hosts (id, workspace_id, name, created_at) VALUES ('host_1', 'workspace_1', 'box', 1)",
    "INSERT INTO jobs (id, workspace_id, name, state, input, created_at) VALUES ('job_1', 'workspace_1', 'j', 'queued', '1', 1)",
  ],
  [
    "INSERT INTO activity VALUES (1, 'workspace_1', 1, 'user', 'user_1', 'ada', 'key.created', 'key_1', 'laptop', NULL)",
  ],
  ["INSERT INTO sign_in_links VALUES (x'01', 'user_1', 1, 'personal')"],
  ['UPDATE jobs SET bytes = bytes + 1'],
  ["UPDATE jobs SET name = 'k'"],
  ["UPDATE jobs SET name = 'l'"],
  ["UPDATE jobs SET name = 'm'"],
  ['UPDATE jobs SET meant_for = host_id'],
  ["UPDATE service_keys SET endpoint = 'fast'"],
  [
    "INSERT INTO image_describers VALUES ('workspace_1', 'p/vision', 1)",
    "INSERT INTO text_only_models VALUES ('workspace_1', 'p/text')",
    "INSERT INTO image_descriptions VALUES (1, 'workspace_1', x'01', x'02', 'p/vision', 'A cat.', 1)",
  ],
  [
    "INSERT INTO prices VALUES ('workspace_1', 'p/vision', 0.4, 1.6, 1)",
    "INSERT INTO spend VALUES ('workspace_1', 20000, 'key_1', 'p/vision', 'laptop', 'user_1', 'ada', 1, 0, 1, 1, 2000)",
    "INSERT INTO spend_totals VALUES ('workspace_1', 'key_1', 20000, 2000)",
  ],
  [
    "INSERT INTO budgets VALUES ('budget_1', 'workspace_1', 'key_1', 'day', 1000000000, NULL, 1)",
    "INSERT INTO reservations VALUES ('a', 'workspace_1', 'key_1', 1000, 'b', 1)",
  ],
  ["INSERT INTO shared_answers VALUES (1, 'workspace_1', x'01', 'A cat.', 'm', 640, 480, 206, 1)"],
  ["INSERT INTO shared_answers VALUES (2, 'workspace_1', x'02', 'A dog.', 'm', 640, 480, 207, 1)"],
];

test('there are rows to try for every step', () => {
  expect(rowsOfStep).toHaveLength(migrations.length + 1);
});

test.each(rowsOfStep.map((_rows, step) => step))(
  'a store of step %i comes to the newest schema with all it holds',
  step => {
    const fresh = dataFolder();
    openDatabase(fresh).close();
    const old = dataFolder();
    const before = openDatabase(old, migrations.slice(0, step));
    for (const sql of rowsOfStep.slice(0, step + 1).flat()) before.run(sql);
    before.close();

    const store = openStore({ dataDir: old });
    const tables = ['users', 'memberships', 'service_keys', 'hosts', 'jobs', 'activity'];
    const counts = tables.map(
      table => store.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n,
    );
    const reached = [1, 1, 2, 3, 3, 4].map(from => (from <= step ? 1 : 0));
    expect(counts).toEqual(reached);
    const shared = Math.max(0, step - 14);
    expect(countSharedAnswers(store, 'workspace_1')).toEqual({
      answers: shared,
      bytes: [0, 206, 413][shared],
    });
    firstOwner(store, 'Owner');
    store.close();
    expect(schemaOf(old)).toEqual(schemaOf(fresh));
  },
);

test('a step that fails leaves the store as it was', () => {
  const dataDir = dataFolder();
  const broken = [
    ...migrations,
    { name: 'broken', sql: 'CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT);' },
  ];
  expect(() => openDatabase(dataDir, broken)).toThrow();
  const database = openDatabase(dataDir);
  expect(database.get('SELECT name FROM sqlite_schema WHERE name = ?', 'half')).toBeUndefined();
  database.close();
});

test('a store that a newer Sightline has written is left alone', () => {
  const dataDir = dataFolder();
  openDatabase(dataDir, [...migrations, { name: 'newer', sql: 'CREATE TABLE newer (id TEXT)' }]).close();
  expect(() => openDatabase(dataDir)).toThrow('newer Sightline');
});

test('the steps that were released are never changed', () => {
  const marks = migrations.map(({ sql }) =>
    createHash('sha256').update(sql.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 12),
  );
  expect(marks).toMatchInlineSnapshot(`
    [
      "5c93c4fafe5a",
      "f358f0fb0cdb",
      "04839c624e89",
      "fc3d333fee3c",
      "981a282e33cc",
      "3d0dc3415f8e",
      "31e0d75ef3d8",
      "ed835c7e3bad",
      "861de01deeaa",
      "d734257d3bfd",
      "24132f0042c1",
      "59ccf61ab733",
      "ca8326ef4af3",
      "beccdf678520",
      "489f4b091049",
      "6c5fe776fa6c",
    ]
  `);
});
