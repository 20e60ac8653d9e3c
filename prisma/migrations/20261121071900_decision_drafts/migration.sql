-- What a reviewer has typed into the decision form while they prove that it is them. Not a decision, and gone with it.
CREATE TABLE "decision_draft" (
    "submission_id" UUID NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "submission_version" INTEGER NOT NULL,
    "fields" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "decision_draft_pkey" PRIMARY KEY ("submission_id","reviewer_id"),
    CONSTRAINT "decision_draft_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id")
      ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "decision_draft_saved_at_idx" ON "decision_draft"("saved_at");

-- Texts that reviewers start a reason from. The operator changes them; these are what an installation starts with.
CREATE TABLE "reason_template" (
    "id" UUID NOT NULL,
    "label_en" TEXT NOT NULL,
    "label_fr" TEXT NOT NULL,
    "text_en" TEXT NOT NULL,
    "text_fr" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reason_template_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reason_template_length_check" CHECK (
      char_length("label_en") BETWEEN 1 AND 120 AND char_length("label_fr") BETWEEN 1 AND 120
      AND char_length("text_en") BETWEEN 1 AND 1000 AND char_length("text_fr") BETWEEN 1 AND 1000)
);
INSERT INTO "reason_template" ("id", "label_en", "label_fr", "text_en", "text_fr") VALUES
  ('019aa3c0-0000-7000-8000-000000000101', 'A document cannot be read', 'Un document est illisible',
   'One of the documents cannot be read. Please send a clear copy, with every page and every corner visible.',
   'L’un des documents est illisible. Merci d’envoyer une copie nette, avec toutes les pages et tous les bords visibles.'),
  ('019aa3c0-0000-7000-8000-000000000102', 'A document is out of date', 'Un document est périmé',
   'One of the documents is out of date. Please send a recent one, of less than three months.',
   'L’un des documents n’est plus à jour. Merci d’en envoyer un récent, de moins de trois mois.'),
  ('019aa3c0-0000-7000-8000-000000000103', 'The names differ', 'Les noms diffèrent',
   'The name of the company is not the same in all documents. Please send documents that agree, or explain the difference.',
   'Le nom de la société n’est pas le même dans tous les documents. Merci d’envoyer des documents concordants, ou d’expliquer la différence.'),
  ('019aa3c0-0000-7000-8000-000000000104', 'The use is not clear', 'L’usage n’est pas clair',
   'The description does not say what the balances are needed for. Please describe who uses the service and what it reads.',
   'La description ne dit pas à quoi servent les soldes. Merci de décrire qui utilise le service et ce qu’il lit.');
