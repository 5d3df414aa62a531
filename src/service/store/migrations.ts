/** One step of the schema. */
export interface Migration {
  name: string;
  sql: string;
}

/**
 * The schema as the steps that lead to it. Append only: a step that was released is never changed, since stores that
 * have taken it do not take it again. Times are milliseconds since 1970; ids are random.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'people, workspaces and sessions',
    sql: `
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE users (
        id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, name TEXT NOT NULL, email TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX users_email ON users (lower(email)) WHERE email <> '';
      CREATE TABLE workspaces (
        id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, full_name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('personal', 'team')), created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE memberships (
        workspace_id TEXT NOT NULL REFERENCES workspaces, user_id TEXT NOT NULL REFERENCES users,
        role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')), joined_at INTEGER NOT NULL,
        PRIMARY KEY (workspace_id, user_id)
      ) STRICT;
      CREATE UNIQUE INDEX memberships_owner ON memberships (workspace_id) WHERE role = 'owner';
      CREATE INDEX memberships_user ON memberships (user_id);
      CREATE TABLE invitations (
        id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces, email TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')), invited_by TEXT NOT NULL,
        created_at INTEGER NOT NULL, token_hash BLOB UNIQUE, token_expires_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX invitations_email ON invitations (workspace_id, lower(email));
      CREATE TABLE sign_in_links (
        token_hash BLOB PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users, expires_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL REFERENCES users,
        created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT;`,
  },
  {
    name: 'service keys and provider keys',
    sql: `
      CREATE TABLE service_keys (
        id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces, name TEXT NOT NULL,
        key_prefix TEXT NOT NULL, lookup BLOB NOT NULL UNIQUE, sealed BLOB NOT NULL, created_by TEXT NOT NULL,
        created_at INTEGER NOT NULL, last_used_at INTEGER, usage_count INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX service_keys_workspace ON service_keys (workspace_id, created_at);
      CREATE TABLE provider_keys (
        id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces, provider TEXT NOT NULL,
        label TEXT NOT NULL, base_url TEXT NOT NULL, key_prefix TEXT NOT NULL, sealed BLOB,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (workspace_id, provider)
      ) STRICT;`,
  },
  {
    name: 'On Premise hosts and their jobs',
    sql: `
      CREATE TABLE hosts (
        id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces, name TEXT NOT NULL,
        token_hash BLOB UNIQUE, token_expires_at INTEGER, worker_lookup BLOB UNIQUE, worker_sealed BLOB,
        created_at INTEGER NOT NULL, connected_at INTEGER, last_seen_at INTEGER,
        CHECK ((worker_lookup IS NULL) = (worker_sealed IS NULL)),
        CHECK ((worker_lookup IS NULL) = (connected_at IS NULL))
      ) STRICT;
      CREATE INDEX hosts_workspace ON hosts (workspace_id, created_at);
      CREATE TABLE jobs (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workspace_id TEXT NOT NULL REFERENCES workspaces,
        host_id TEXT, name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
        input TEXT NOT NULL, output TEXT, error TEXT,
        created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
        CHECK (state <> 'running' OR host_id IS NOT NULL),
        CHECK ((finished_at IS NULL) = (state IN ('queued', 'running')))
      ) STRICT;
      CREATE INDEX jobs_open ON jobs (workspace_id, state, number);
      CREATE INDEX jobs_host ON jobs (host_id);
      CREATE TABLE job_progress (
        number INTEGER PRIMARY KEY, job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
        at INTEGER NOT NULL, metrics TEXT NOT NULL
      ) STRICT;
      CREATE INDEX job_progress_job ON job_progress (job_id, number);`,
  },
  {
    name: 'usage through the gateway, and the audit trail',
    sql: `
      CREATE TABLE usage (
        workspace_id TEXT NOT NULL REFERENCES workspaces, key_id TEXT NOT NULL, key_name TEXT NOT NULL,
        model TEXT NOT NULL, requests INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL, last_used_at INTEGER NOT NULL,
        PRIMARY KEY (workspace_id, key_id, model)
      ) STRICT;
      CREATE TABLE activity (
        id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id TEXT NOT NULL REFERENCES workspaces,
        at INTEGER NOT NULL, actor_kind TEXT NOT NULL, actor_id TEXT NOT NULL, actor_name TEXT NOT NULL,
        action TEXT NOT NULL, subject_id TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT
      ) STRICT;
      CREATE INDEX activity_workspace ON activity (workspace_id, id);`,
  },
  {
    name: 'sessions with their browser, sign-in links by purpose, who has signed in before',
    sql: `
      ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
      CREATE INDEX sessions_user ON sessions (user_id);
      ALTER TABLE sign_in_links ADD COLUMN purpose TEXT NOT NULL DEFAULT 'start'
        CHECK (purpose IN ('start', 'personal', 'operator'));
      ALTER TABLE users ADD COLUMN signed_in_at INTEGER;
      UPDATE users SET signed_in_at = (SELECT max(at) FROM
        (SELECT max(seen_at) AS at FROM sessions WHERE user_id = users.id
         UNION ALL SELECT max(at) FROM activity WHERE actor_id = users.id));`,
  },
  {
    name: 'the room that jobs take',
    sql: `
      ALTER TABLE jobs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 1024;
      UPDATE jobs SET bytes = 1024 + octet_length(input) + coalesce(octet_length(output), 0);
      CREATE INDEX jobs_room ON jobs (workspace_id, bytes);`,
  },
  {
    name: 'lists of jobs without reading past their inputs',
    sql: `
      CREATE INDEX jobs_listed ON jobs (workspace_id, number, id, host_id, name, state, error, created_at,
        started_at, finished_at);`,
  },
  {
    name: 'indexes for pages of lists, for counting and for what is deleted by its age',
    sql: `
      CREATE INDEX users_created ON users (created_at);
      CREATE INDEX memberships_joined ON memberships (workspace_id, joined_at);
      CREATE INDEX memberships_role ON memberships (workspace_id, role, joined_at);
      CREATE INDEX invitations_created ON invitations (workspace_id, created_at);
      CREATE INDEX sign_in_links_user ON sign_in_links (user_id);
      CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at);
      CREATE INDEX sign_in_links_purpose ON sign_in_links (purpose);
      DROP INDEX sessions_user;
      CREATE INDEX sessions_seen ON sessions (user_id, seen_at);
      CREATE INDEX sessions_latest ON sessions (user_id, expires_at);
      CREATE INDEX sessions_expiry ON sessions (expires_at);
      CREATE INDEX service_keys_name ON service_keys (workspace_id, name, created_at);
      CREATE INDEX provider_keys_label ON provider_keys (workspace_id, label, provider);
      DROP INDEX jobs_host;
      CREATE INDEX jobs_host ON jobs (workspace_id, host_id, number);
      CREATE INDEX jobs_host_state ON jobs (workspace_id, host_id, state, number);
      CREATE INDEX jobs_ended ON jobs (workspace_id, number, bytes) WHERE finished_at IS NOT NULL;
      CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
      CREATE INDEX usage_latest ON usage (workspace_id, last_used_at);
      CREATE INDEX usage_age ON usage (last_used_at);
      CREATE INDEX activity_age ON activity (at);`,
  },
  {
    name: 'training runs and their metrics',
    sql: `
      CREATE TABLE training_runs (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workspace_id TEXT NOT NULL REFERENCES workspaces,
        name TEXT NOT NULL, model TEXT, tags TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'failed', 'interrupted')), error TEXT,
        points INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL DEFAULT 0,
        state_revision INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, heard_at INTEGER NOT NULL,
        ended_at INTEGER, config TEXT,
        CHECK ((ended_at IS NULL) = (state = 'running'))
      ) STRICT;
      CREATE INDEX training_runs_listed ON training_runs (workspace_id, number);
      CREATE INDEX training_runs_state ON training_runs (workspace_id, state, number);
      CREATE INDEX training_runs_room ON training_runs (workspace_id, points);
      CREATE INDEX training_runs_silent ON training_runs (heard_at) WHERE state = 'running';
      CREATE INDEX training_runs_ended ON training_runs (heard_at) WHERE state <> 'running';
      CREATE TABLE training_metrics (
        number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES training_runs ON DELETE CASCADE,
        name TEXT NOT NULL, points INTEGER NOT NULL DEFAULT 0, last_step INTEGER NOT NULL DEFAULT -1,
        last_value REAL, last_mark TEXT, last_at INTEGER NOT NULL DEFAULT 0, UNIQUE (run, name)
      ) STRICT;
      CREATE TABLE training_points (
        run INTEGER NOT NULL REFERENCES training_runs ON DELETE CASCADE, metric INTEGER NOT NULL,
        step INTEGER NOT NULL, value REAL, mark TEXT CHECK (mark IN ('NaN', 'Infinity', '-Infinity')),
        at INTEGER NOT NULL, revision INTEGER NOT NULL,
        PRIMARY KEY (run, metric, step), CHECK ((value IS NULL) = (mark IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX training_points_order ON training_points (run, revision, metric, step);`,
  },
  {
    name: 'jobs that come back: whom they were meant for, and how long a silent host keeps them',
    sql: `
      ALTER TABLE jobs ADD COLUMN meant_for TEXT;
      ALTER TABLE jobs ADD COLUMN lease INTEGER;
      ALTER TABLE jobs ADD COLUMN leased_until INTEGER;
      UPDATE jobs SET meant_for = host_id WHERE state IN ('queued', 'running');
      CREATE INDEX jobs_leased ON jobs (workspace_id, leased_until) WHERE leased_until IS NOT NULL;`,
  },
  {
    name: 'keys of dedicated endpoints',
    sql: `
      ALTER TABLE service_keys ADD COLUMN endpoint TEXT;
      CREATE INDEX service_keys_endpoint ON service_keys (endpoint) WHERE endpoint IS NOT NULL;`,
  },
  {
    name: 'text-only models, who describes images for them, and the descriptions',
    sql: `
      CREATE TABLE image_describers (
        workspace_id TEXT PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE, model TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE text_only_models (
        workspace_id TEXT NOT NULL REFERENCES image_describers ON DELETE CASCADE, model TEXT NOT NULL,
        PRIMARY KEY (workspace_id, model)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE image_descriptions (
        number INTEGER PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        image BLOB NOT NULL, question BLOB NOT NULL, model TEXT NOT NULL, text TEXT NOT NULL,
        used_at INTEGER NOT NULL, UNIQUE (workspace_id, image, question, model)
      ) STRICT;
      CREATE INDEX image_descriptions_used ON image_descriptions (workspace_id, used_at);
      CREATE INDEX image_descriptions_age ON image_descriptions (used_at);`,
  },
  {
    name: 'prices of models, and what was spent',
    sql: `
      CREATE TABLE prices (
        workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE, model TEXT NOT NULL, input REAL NOT NULL,
        output REAL NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (workspace_id, model)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE spend (
        workspace_id TEXT NOT NULL REFERENCES workspaces, day INTEGER NOT NULL, key_id TEXT NOT NULL,
        model TEXT NOT NULL, key_name TEXT NOT NULL, member_id TEXT NOT NULL, member_name TEXT NOT NULL,
        requests INTEGER NOT NULL, unpriced INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL, nano INTEGER NOT NULL, PRIMARY KEY (workspace_id, day, key_id, model)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX spend_age ON spend (day);
      CREATE TABLE spend_totals (
        workspace_id TEXT NOT NULL REFERENCES workspaces, key_id TEXT NOT NULL, day INTEGER NOT NULL,
        nano INTEGER NOT NULL, PRIMARY KEY (workspace_id, key_id, day)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX spend_totals_age ON spend_totals (day);`,
  },
  {
    name: 'budgets, and what is held of them for requests under way',
    sql: `
      CREATE TABLE budgets (
        id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE, key_id TEXT NOT NULL,
        period TEXT NOT NULL CHECK (period IN ('day', 'week', 'month')), nano INTEGER NOT NULL CHECK (nano >= 0),
        warned_day INTEGER, updated_at INTEGER NOT NULL, UNIQUE (workspace_id, key_id, period)
      ) STRICT;
      CREATE TABLE reservations (
        id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE, key_id TEXT NOT NULL,
        nano INTEGER NOT NULL, holder TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reservations_held ON reservations (workspace_id, key_id, expires_at, nano);
      CREATE INDEX reservations_holder ON reservations (holder);
      CREATE INDEX reservations_age ON reservations (expires_at);`,
  },
  {
    name: 'answers that a workspace shares',
    sql: `
      CREATE TABLE shared_answers (
        number INTEGER PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        key BLOB NOT NULL, text TEXT NOT NULL, model TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
        bytes INTEGER NOT NULL, used_at INTEGER NOT NULL, UNIQUE (workspace_id, key)
      ) STRICT;
      CREATE INDEX shared_answers_used ON shared_answers (workspace_id, used_at, bytes);
      CREATE INDEX shared_answers_age ON shared_answers (used_at);`,
  },
  {
    name: 'how many answers a workspace shares, so that they need not be counted',
    sql: `
      CREATE TABLE shared_answer_totals (
        workspace_id TEXT PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE, answers INTEGER NOT NULL,
        bytes INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO shared_answer_totals
        SELECT workspace_id, count(*), sum(bytes) FROM shared_answers GROUP BY workspace_id;
      CREATE TRIGGER shared_answers_added AFTER INSERT ON shared_answers BEGIN
        INSERT INTO shared_answer_totals VALUES (new.workspace_id, 1, new.bytes)
        ON CONFLICT (workspace_id) DO UPDATE SET answers = answers + 1, bytes = bytes + excluded.bytes;
      END;
      CREATE TRIGGER shared_answers_replaced AFTER UPDATE OF bytes ON shared_answers BEGIN
        UPDATE shared_answer_totals SET bytes = bytes + new.bytes - old.bytes WHERE workspace_id = new.workspace_id;
      END;
      CREATE TRIGGER shared_answers_removed AFTER DELETE ON shared_answers BEGIN
        UPDATE shared_answer_totals SET answers = answers - 1, bytes = bytes - old.bytes
        WHERE workspace_id = old.workspace_id;
      END;`,
  },
];
