-- The operator's identity: one row, or none while it is Guichet's.
CREATE TABLE "branding" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "product_name" TEXT NOT NULL,
    "operator_name" TEXT NOT NULL DEFAULT '',
    "support_email" TEXT NOT NULL DEFAULT '',
    "accent_colour" TEXT NOT NULL,
    "logo" BYTEA,
    "logo_hash" TEXT,
    "terms_url" TEXT NOT NULL DEFAULT '',
    "privacy_url" TEXT NOT NULL DEFAULT '',
    "imprint_url" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "branding_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "branding_one_row" CHECK ("id"),
    CONSTRAINT "branding_product_name_check" CHECK (char_length("product_name") BETWEEN 1 AND 40),
    -- Names reach header fields of e-mails.
    CONSTRAINT "branding_one_line" CHECK ("product_name" || "operator_name" || "support_email" !~ '[[:cntrl:]]'),
    CONSTRAINT "branding_accent_colour_check" CHECK ("accent_colour" ~ '^#[0-9a-f]{6}$'),
    CONSTRAINT "branding_logo_check" CHECK (("logo" IS NULL) = ("logo_hash" IS NULL)),
    CONSTRAINT "branding_urls_check" CHECK (
      "terms_url" ~ '^(https://.*|/([^/\\].*)?)?$' AND "privacy_url" ~ '^(https://.*|/([^/\\].*)?)?$'
      AND "imprint_url" ~ '^(https://.*|/([^/\\].*)?)?$')
);
