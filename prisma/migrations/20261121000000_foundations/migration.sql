-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('sandbox', 'production');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('developer', 'reviewer', 'administrator');

-- CreateEnum
CREATE TYPE "application_state" AS ENUM ('draft', 'in_validation', 'changes_requested', 'rejected', 'activating', 'active', 'suspended', 'deleted');

-- CreateEnum
CREATE TYPE "link_purpose" AS ENUM ('activation', 'password_reset', 'email_change', 'invitation');

-- CreateEnum
CREATE TYPE "account_access" AS ENUM ('all', 'listed');

-- CreateEnum
CREATE TYPE "account_type" AS ENUM ('customer', 'retailer');

-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('active', 'suspended', 'barred');

-- CreateEnum
CREATE TYPE "submission_state" AS ENUM ('draft', 'in_validation', 'changes_requested', 'rejected', 'approved', 'withdrawn');

-- CreateEnum
CREATE TYPE "decision_outcome" AS ENUM ('approved', 'changes_requested', 'rejected');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'failed');

-- CreateTable
CREATE TABLE "developer" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "role" "role" NOT NULL DEFAULT 'developer',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "session_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activated_at" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "developer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_link" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "purpose" "link_purpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "new_email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "awaiting_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "totp_factor" (
    "developer_id" UUID NOT NULL,
    "secret_ciphertext" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_used_step" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "totp_factor_pkey" PRIMARY KEY ("developer_id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "throttle" (
    "key_hash" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttle_pkey" PRIMARY KEY ("key_hash")
);

-- CreateTable
CREATE TABLE "application" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "state" "application_state" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "client_id" TEXT NOT NULL,
    "access" "account_access" NOT NULL DEFAULT 'all',
    "owner_suspended" BOOLEAN NOT NULL DEFAULT false,
    "request_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "state_transition" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "submission_id" UUID,
    "from_state" "application_state",
    "to_state" "application_state" NOT NULL,
    "actor_id" UUID,
    "actor_role" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "state_transition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "client_secret" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hash_key_id" TEXT NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "client_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "application_id" UUID NOT NULL,
    "generation" BIGINT NOT NULL,
    "nonce" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "issued_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("application_id","generation")
);

-- CreateTable
CREATE TABLE "wallet_account" (
    "environment" "environment" NOT NULL,
    "msisdn" BIGINT NOT NULL,
    "type" "account_type" NOT NULL,
    "status" "account_status" NOT NULL,
    "currency" TEXT NOT NULL,
    "balance" DECIMAL NOT NULL,
    "frozen_balance" DECIMAL NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "simulated_delay_ms" INTEGER NOT NULL DEFAULT 0,
    "simulated_outage" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "wallet_account_pkey" PRIMARY KEY ("environment","msisdn")
);

-- CreateTable
CREATE TABLE "account_grant" (
    "application_id" UUID NOT NULL,
    "msisdn" BIGINT NOT NULL,

    CONSTRAINT "account_grant_pkey" PRIMARY KEY ("application_id","msisdn")
);

-- CreateTable
CREATE TABLE "requirement" (
    "id" UUID NOT NULL,
    "name_en" TEXT NOT NULL,
    "name_fr" TEXT NOT NULL,
    "help_en" TEXT NOT NULL DEFAULT '',
    "help_fr" TEXT NOT NULL DEFAULT '',
    "required" BOOLEAN NOT NULL DEFAULT true,
    "accepted_kinds" TEXT[],
    "max_bytes" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "template_name" TEXT,
    "template_bytes" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "requirement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "submission_state" NOT NULL DEFAULT 'draft',
    "version" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "claimed_by_id" UUID,
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_requirement" (
    "submission_id" UUID NOT NULL,
    "requirement_id" UUID NOT NULL,
    "name_en" TEXT NOT NULL,
    "name_fr" TEXT NOT NULL,
    "help_en" TEXT NOT NULL,
    "help_fr" TEXT NOT NULL,
    "required" BOOLEAN NOT NULL,
    "accepted_kinds" TEXT[],
    "max_bytes" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "verdict" TEXT,
    "verdict_reason" TEXT,

    CONSTRAINT "submission_requirement_pkey" PRIMARY KEY ("submission_id","requirement_id")
);

-- CreateTable
CREATE TABLE "document" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "requirement_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "scan" TEXT NOT NULL DEFAULT 'not_scanned',
    "encryption_key_id" TEXT NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replaced_at" TIMESTAMPTZ(3),
    "purged_at" TIMESTAMPTZ(3),

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_chunk" (
    "document_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "ciphertext" BYTEA NOT NULL,

    CONSTRAINT "document_chunk_pkey" PRIMARY KEY ("document_id","sequence")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "submission_version" INTEGER NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "outcome" "decision_outcome" NOT NULL,
    "reason" TEXT,
    "document_ids" UUID[],
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission_message" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "author_role" "role" NOT NULL,
    "internal" BOOLEAN NOT NULL DEFAULT false,
    "body" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_message" (
    "id" UUID NOT NULL,
    "to_address" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "props_ciphertext" BYTEA,
    "encryption_key_id" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "sequence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor_role" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "developer_email_key" ON "developer"("email");

-- CreateIndex
CREATE UNIQUE INDEX "email_link_token_hash_key" ON "email_link"("token_hash");

-- CreateIndex
CREATE INDEX "email_link_developer_id_purpose_idx" ON "email_link"("developer_id", "purpose");

-- CreateIndex
CREATE INDEX "email_link_expires_at_idx" ON "email_link"("expires_at");

-- CreateIndex
CREATE INDEX "session_developer_id_idx" ON "session"("developer_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_code_developer_id_code_hash_key" ON "recovery_code"("developer_id", "code_hash");

-- CreateIndex
CREATE INDEX "throttle_updated_at_idx" ON "throttle"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "application_client_id_key" ON "application"("client_id");

-- CreateIndex
CREATE INDEX "application_developer_id_created_at_idx" ON "application"("developer_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "application_developer_id_request_key_key" ON "application"("developer_id", "request_key");

-- CreateIndex
CREATE INDEX "state_transition_application_id_at_idx" ON "state_transition"("application_id", "at");

-- CreateIndex
CREATE INDEX "client_secret_application_id_idx" ON "client_secret"("application_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_token_token_hash_key" ON "access_token"("token_hash");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE INDEX "submission_state_due_at_idx" ON "submission"("state", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "submission_application_id_number_key" ON "submission"("application_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "document_submission_id_requirement_id_version_key" ON "document"("submission_id", "requirement_id", "version");

-- CreateIndex
CREATE INDEX "decision_submission_id_idx" ON "decision"("submission_id");

-- CreateIndex
CREATE INDEX "submission_message_submission_id_sent_at_idx" ON "submission_message"("submission_id", "sent_at");

-- CreateIndex
CREATE INDEX "mail_message_status_created_at_idx" ON "mail_message"("status", "created_at");

-- CreateIndex
CREATE INDEX "audit_entry_subject_type_subject_id_sequence_idx" ON "audit_entry"("subject_type", "subject_id", "sequence");

-- CreateIndex
CREATE INDEX "audit_entry_actor_id_sequence_idx" ON "audit_entry"("actor_id", "sequence");

-- AddForeignKey
ALTER TABLE "email_link" ADD CONSTRAINT "email_link_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "totp_factor" ADD CONSTRAINT "totp_factor_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "state_transition" ADD CONSTRAINT "state_transition_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "client_secret" ADD CONSTRAINT "client_secret_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "account_grant" ADD CONSTRAINT "account_grant_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "submission_requirement" ADD CONSTRAINT "submission_requirement_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "submission_requirement" ADD CONSTRAINT "submission_requirement_requirement_id_fkey" FOREIGN KEY ("requirement_id") REFERENCES "requirement"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "document_chunk" ADD CONSTRAINT "document_chunk_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "document"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "submission_message" ADD CONSTRAINT "submission_message_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;


-- What Prisma cannot say.

-- Names are one line of at most 100 characters.
ALTER TABLE "application"
  ADD CONSTRAINT "application_name_check" CHECK (char_length("name") BETWEEN 1 AND 100 AND "name" !~ '[[:cntrl:]]'),
  ADD CONSTRAINT "application_sandbox_state_check"
    CHECK ("environment" = 'production' OR "state" IN ('active', 'suspended', 'deleted')),
  ADD CONSTRAINT "application_client_id_check"
    CHECK ("client_id" ~ ('^guichet_' || "environment"::text || '_id_[0-9A-Za-z]{22}$')),
  ADD CONSTRAINT "application_sandbox_access_check" CHECK ("environment" = 'production' OR "access" = 'all');

ALTER TABLE "developer"
  ADD CONSTRAINT "developer_email_check" CHECK ("email" = lower("email") AND char_length("email") <= 254),
  ADD CONSTRAINT "developer_locale_check" CHECK ("locale" IN ('en', 'fr')),
  ADD CONSTRAINT "developer_activated_check" CHECK ("activated_at" IS NULL OR "password_hash" IS NOT NULL OR "deleted_at" IS NOT NULL);

-- A developer has one live link a purpose: a new one cancels the former.
CREATE UNIQUE INDEX "email_link_live_key" ON "email_link" ("developer_id", "purpose")
  WHERE "used_at" IS NULL AND "cancelled_at" IS NULL;

-- An application has one secret in force without an end date, and one submission that is not over.
CREATE UNIQUE INDEX "client_secret_current_key" ON "client_secret" ("application_id")
  WHERE "revoked_at" IS NULL AND "retires_at" IS NULL;
CREATE UNIQUE INDEX "submission_open_key" ON "submission" ("application_id")
  WHERE "state" IN ('draft', 'in_validation', 'changes_requested');
CREATE UNIQUE INDEX "document_current_key" ON "document" ("submission_id", "requirement_id")
  WHERE "replaced_at" IS NULL;

-- The decimals of a currency (ISO 4217, "minor unit"); two where nothing else is said.
CREATE FUNCTION currency_decimals(code text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN code IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                  'XAF', 'XOF', 'XPF') THEN 0
    WHEN code IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
    WHEN code IN ('CLF', 'UYW') THEN 4
    ELSE 2
  END
$$;

-- Stored with exactly the currency's decimals, so that the digits go to the wire as they stand.
ALTER TABLE "wallet_account"
  ADD CONSTRAINT "wallet_account_msisdn_check" CHECK ("msisdn" BETWEEN 100000 AND 999999999999999),
  ADD CONSTRAINT "wallet_account_reserved_check" CHECK ("msisdn" <> 999000000000),
  ADD CONSTRAINT "wallet_account_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "wallet_account_decimals_check"
    CHECK (scale("balance") = currency_decimals("currency") AND scale("frozen_balance") = currency_decimals("currency")),
  ADD CONSTRAINT "wallet_account_frozen_check" CHECK ("frozen_balance" >= 0),
  ADD CONSTRAINT "wallet_account_simulation_check"
    CHECK ("environment" = 'sandbox' OR ("simulated_delay_ms" = 0 AND NOT "simulated_outage"));

ALTER TABLE "requirement"
  ADD CONSTRAINT "requirement_kinds_check"
    CHECK (cardinality("accepted_kinds") > 0 AND "accepted_kinds" <@ ARRAY['pdf', 'jpeg', 'png']),
  ADD CONSTRAINT "requirement_size_check" CHECK ("max_bytes" BETWEEN 1 AND 52428800);
ALTER TABLE "submission_requirement"
  ADD CONSTRAINT "submission_requirement_verdict_check" CHECK ("verdict" IN ('accepted', 'replace'));
ALTER TABLE "decision"
  ADD CONSTRAINT "decision_reason_check" CHECK ("outcome" = 'approved' OR char_length(trim("reason")) > 0);
ALTER TABLE "document"
  ADD CONSTRAINT "document_kind_check" CHECK ("kind" IN ('pdf', 'jpeg', 'png')),
  ADD CONSTRAINT "document_scan_check" CHECK ("scan" IN ('not_scanned', 'clean'));

-- A Production secret exists only behind an approval on record that still stands.
CREATE FUNCTION require_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT environment FROM application WHERE id = NEW.application_id) = 'production'
     AND NEW.revoked_at IS NULL
     AND NOT EXISTS (
       SELECT FROM decision JOIN submission ON submission.id = decision.submission_id
       WHERE submission.application_id = NEW.application_id
         AND decision.outcome = 'approved' AND decision.voided_at IS NULL)
  THEN
    RAISE EXCEPTION 'a Production secret needs an approval on record' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER client_secret_approval BEFORE INSERT OR UPDATE OF application_id, revoked_at ON client_secret
  FOR EACH ROW EXECUTE FUNCTION require_approval();

-- A Production application serves only while it has such a secret's approval.
CREATE FUNCTION require_approval_to_serve() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.environment = 'production' AND NEW.state IN ('activating', 'active')
     AND NOT EXISTS (
       SELECT FROM decision JOIN submission ON submission.id = decision.submission_id
       WHERE submission.application_id = NEW.id
         AND decision.outcome = 'approved' AND decision.voided_at IS NULL)
  THEN
    RAISE EXCEPTION 'a Production application needs an approval on record to serve' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER application_approval BEFORE INSERT OR UPDATE OF state ON application
  FOR EACH ROW EXECUTE FUNCTION require_approval_to_serve();

-- Audit: each row's hash covers the row before it; nothing is changed or removed. One writer at a time, to the end of
-- its transaction: a chain has one last link.
CREATE FUNCTION audit_entry_hash(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.sequence, (extract(epoch FROM entry.at) * 1000000)::bigint, entry.actor_id, entry.actor_role, entry.action,
    entry.subject_type, entry.subject_id, entry.detail)::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last audit_entry;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_entry'));
  SELECT * INTO last FROM audit_entry ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.previous_hash := coalesce(last.hash, '\x');
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER state_transition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_transition
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Mints generation `new_generation` of an application's token, or nothing: when another process was first, when the
-- secret was retired meanwhile, or when the application no longer serves. The share locks wait for a rotation or a
-- suspension that is under way, and make a later one wait, so that either it ends this token or this token never is.
-- A function of the owner, so that the gateway's role can write tokens in this way only.
-- `alone` ends the former token at once (a renewal window of 0: never two).
CREATE FUNCTION mint_access_token(
  secret uuid, new_generation bigint, new_nonce bytea, new_key_id text, new_hash bytea, lifetime interval, alone boolean
) RETURNS SETOF timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  owner uuid;
BEGIN
  SELECT a.id INTO owner
    FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE s.id = secret AND s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
      AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
    FOR SHARE OF s, a;
  IF NOT FOUND THEN RETURN; END IF;
  IF alone THEN
    UPDATE access_token t SET expires_at = clock_timestamp()
      WHERE t.application_id = owner AND t.expires_at > clock_timestamp()
        AND t.generation < new_generation;
  END IF;
  RETURN QUERY
    INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
    VALUES (owner, new_generation, new_nonce, new_key_id, new_hash, clock_timestamp(), clock_timestamp() + lifetime)
    ON CONFLICT DO NOTHING
    RETURNING t.expires_at;
END $$;
REVOKE ALL ON FUNCTION mint_access_token(uuid, bigint, bytea, text, bytea, interval, boolean) FROM PUBLIC;

-- Queues a job for the worker in the caller's transaction. A function of the owner, so that the portal's role needs no
-- rights on the queue itself. `job_key` makes a job unique: queued again, it replaces the one that waits.
CREATE FUNCTION enqueue_job(task text, payload jsonb, run_at timestamptz DEFAULT NULL, job_key text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(identifier => task, payload => payload::json, run_at => run_at, job_key => job_key);
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, jsonb, timestamptz, text) FROM PUBLIC;
