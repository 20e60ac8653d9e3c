export interface paths {
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token
         * @description Client-credentials grant (RFC 6749 §4.4). Returns the application’s current token with its remaining life, or a new one.
         */
        post: operations["obtainToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect a token
         * @description RFC 7662. Another application’s or an unknown token is not active.
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description RFC 7009. Another application’s or an unknown token also returns 200, without effect.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/eWallet/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account
         * @description The balance of one mobile-money account.
         */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List test accounts
         * @description All test accounts of the application, by number.
         */
        get: operations["listTestAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/accounts/{msisdn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a test account
         * @description One test account, with what is left of its fault.
         */
        get: operations["readTestAccount"];
        /**
         * Create or replace a test account
         * @description The account is as sent from the next call. Amounts keep every digit.
         */
        put: operations["putTestAccount"];
        post?: never;
        /**
         * Delete a test account
         * @description Its number returns 404 from the next call.
         */
        delete: operations["deleteTestAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/accounts/{msisdn}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a test account
         * @description Restores what was put last, without its fault.
         */
        post: operations["resetTestAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset all test accounts
         * @description Restores each account to what was put last, without its fault. Deleted accounts stay deleted.
         */
        post: operations["resetTestAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/fixture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the test accounts
         * @description All test accounts as a file to keep with your tests; the portal reads and writes the same.
         */
        get: operations["readFixture"];
        /**
         * Replace all test accounts
         * @description Afterwards, the accounts of the fixture are the only ones. All of it or nothing.
         */
        put: operations["putFixture"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/rehearsal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rehearsal
         * @description The latest rehearsal, running or not, with each test case as the calls of about a second ago show it.
         */
        get: operations["readRehearsal"];
        put?: never;
        /**
         * Start a rehearsal
         * @description From the next call, every authenticated call counts for the test cases, except those under /sandbox/v1. It ends after 24 hours, or with call 2,001. Up to 30 starts and ends a minute.
         */
        post: operations["startRehearsal"];
        /**
         * End the rehearsal
         * @description Waits up to 2 seconds for the last calls to be recorded, and returns the outcomes.
         */
        delete: operations["endRehearsal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read usage as JSON
         * @description The usage of an application, by default of the last 24 hours.
         */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read usage as CSV
         * @description The same as CSV (RFC 4180), a line for each interval.
         */
        get: operations["readUsageAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "application.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The application was submitted, approved, suspended, deleted or otherwise changed its state. */
        post: operations["application.state_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "application.limit_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The application’s calls per minute changed. */
        post: operations["application.limit_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "secret.rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The application has a new client secret. */
        post: operations["secret.rotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "secret.retired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A previous client secret stopped working. */
        post: operations["secret.retired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rehearsal.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A rehearsal of the application ended. */
        post: operations["rehearsal.ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "organisation.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The application’s organisation was submitted, verified, suspended or otherwise changed its state. */
        post: operations["organisation.state_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "announcement.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** We published an announcement that concerns the application. */
        post: operations["announcement.published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An entry of the audit log was recorded. Sent only to endpoints that an administrator has added. */
        post: operations["audit.recorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: never;
    responses: {
        /** @description Not authenticated */
        TokensUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Pragma: components["headers"]["Pragma"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description Error code.
                     * @example invalid_client
                     * @enum {string}
                     */
                    error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                    /**
                     * @description Human-readable message.
                     * @example Client authentication failed.
                     */
                    error_description: string;
                };
            };
        };
        /** @description Body over 16 KiB */
        TokensPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Pragma: components["headers"]["Pragma"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description Error code.
                     * @example invalid_client
                     * @enum {string}
                     */
                    error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                    /**
                     * @description Human-readable message.
                     * @example Client authentication failed.
                     */
                    error_description: string;
                };
            };
        };
        /** @description Rate limit exceeded */
        TokensTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Pragma: components["headers"]["Pragma"];
                "Retry-After": components["headers"]["Retry-After"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description Error code.
                     * @example invalid_client
                     * @enum {string}
                     */
                    error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                    /**
                     * @description Human-readable message.
                     * @example Client authentication failed.
                     */
                    error_description: string;
                };
            };
        };
        /** @description Service unavailable */
        TokensServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Pragma: components["headers"]["Pragma"];
                "Retry-After": components["headers"]["Retry-After"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description Error code.
                     * @example invalid_client
                     * @enum {string}
                     */
                    error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                    /**
                     * @description Human-readable message.
                     * @example Client authentication failed.
                     */
                    error_description: string;
                };
            };
        };
        /** @description Invalid request */
        TokensBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Pragma: components["headers"]["Pragma"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description Error code.
                     * @example invalid_client
                     * @enum {string}
                     */
                    error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                    /**
                     * @description Human-readable message.
                     * @example Client authentication failed.
                     */
                    error_description: string;
                };
            };
        };
        /** @description Invalid request */
        SandboxBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Not authenticated */
        SandboxUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Rate limit exceeded */
        SandboxTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Service unavailable */
        SandboxServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Invalid request */
        SandboxBadRequest2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Account not found */
        SandboxNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Shared or reserved number, or over 100 accounts */
        SandboxConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Body over 64 KiB */
        SandboxPayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Invalid account */
        SandboxUnprocessableEntity: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Shared or reserved number */
        SandboxConflict2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description No rehearsal, or none is running */
        SandboxNotFound2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Deprecation: components["headers"]["Deprecation"];
                Sunset: components["headers"]["Sunset"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
                     * @example http://localhost:3000/docs/errors/invalid_msisdn
                     */
                    type: string;
                    /**
                     * @description The error in a few words.
                     * @example Invalid msisdn
                     */
                    title: string;
                    /**
                     * @description The HTTP status.
                     * @example 400
                     */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /**
                     * @description The request ID.
                     * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                     */
                    instance: string;
                    /**
                     * @description Error code.
                     * @example invalid_msisdn
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Invalid request */
        UsageBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * @description Always about:blank.
                     * @example about:blank
                     */
                    type: string;
                    /** @description The error in a few words. */
                    title: string;
                    /** @description The HTTP status. */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /** @description The request ID. */
                    instance: string;
                    /**
                     * @description Error code.
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "not_found";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Not authenticated */
        UsageUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * @description Always about:blank.
                     * @example about:blank
                     */
                    type: string;
                    /** @description The error in a few words. */
                    title: string;
                    /** @description The HTTP status. */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /** @description The request ID. */
                    instance: string;
                    /**
                     * @description Error code.
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "not_found";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
        /** @description Application not found */
        UsageNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * @description Always about:blank.
                     * @example about:blank
                     */
                    type: string;
                    /** @description The error in a few words. */
                    title: string;
                    /** @description The HTTP status. */
                    status: number;
                    /** @description Human-readable message. */
                    detail: string;
                    /** @description The request ID. */
                    instance: string;
                    /**
                     * @description Error code.
                     * @enum {string}
                     */
                    code: "invalid_request" | "token_missing" | "invalid_token" | "not_found";
                    /** @description The invalid parameters. */
                    errors?: {
                        parameter: string;
                        message: string;
                    }[];
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The ID of this request: yours if you sent one (a lower-case UUID), otherwise ours. */
        "X-Request-Id": string;
        /** @description Always no-store. */
        "Cache-Control": string;
        /** @description Always no-cache. */
        Pragma: string;
        /** @description Only if the endpoint is deprecated: since when, as @ and Unix seconds (RFC 9745). */
        Deprecation: string;
        /** @description Only if the endpoint is deprecated: from when it may stop working (RFC 8594). */
        Sunset: string;
        /** @description Only if the endpoint is deprecated: the announcement (rel="deprecation"). */
        Link: string;
        /** @description How to authenticate, and for a rejected token why. */
        "WWW-Authenticate": string;
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": string;
        /** @description The calls a minute that the application may make. */
        "RateLimit-Policy": string;
        /** @description The calls that are left, and the seconds until there are more. */
        RateLimit: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    obtainToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Always client_credentials.
                     * @example client_credentials
                     * @constant
                     */
                    grant_type: "client_credentials";
                    /**
                     * @description The client ID of the application.
                     * @example guichet_sandbox_id_…
                     */
                    client_id?: string;
                    /**
                     * @description Its client secret.
                     * @example guichet_sandbox_secret_…
                     */
                    client_secret?: string;
                    /**
                     * @description For an application with keys, instead of the secret: the only value is urn:ietf:params:oauth:client-assertion-type:jwt-bearer.
                     * @constant
                     */
                    client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
                    /**
                     * @description For an application with keys, instead of the secret: a JWT that it signed (RFC 7523), at most 8 KiB.
                     * @example eyJhbGciOiJFUzI1NiJ9.…
                     */
                    client_assertion?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Pragma: components["headers"]["Pragma"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The bearer token. Treat it as opaque.
                         * @example guichet_sandbox_token_…
                         */
                        access_token: string;
                        /**
                         * @description Always Bearer.
                         * @example Bearer
                         * @constant
                         */
                        token_type: "Bearer";
                        /**
                         * @description Remaining life in seconds.
                         * @example 300
                         */
                        expires_in: number;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Pragma: components["headers"]["Pragma"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Error code.
                         * @example invalid_client
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                        /**
                         * @description Human-readable message.
                         * @example Client authentication failed.
                         */
                        error_description: string;
                    };
                };
            };
            401: components["responses"]["TokensUnauthorized"];
            413: components["responses"]["TokensPayloadTooLarge"];
            429: components["responses"]["TokensTooManyRequests"];
            503: components["responses"]["TokensServiceUnavailable"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The access token.
                     * @example guichet_sandbox_token_…
                     */
                    token: string;
                    /**
                     * @description The client ID of the application.
                     * @example guichet_sandbox_id_…
                     */
                    client_id?: string;
                    /**
                     * @description Its client secret.
                     * @example guichet_sandbox_secret_…
                     */
                    client_secret?: string;
                    /**
                     * @description For an application with keys, instead of the secret: the only value is urn:ietf:params:oauth:client-assertion-type:jwt-bearer.
                     * @constant
                     */
                    client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
                    /**
                     * @description For an application with keys, instead of the secret: a JWT that it signed (RFC 7523), at most 8 KiB.
                     * @example eyJhbGciOiJFUzI1NiJ9.…
                     */
                    client_assertion?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Pragma: components["headers"]["Pragma"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether the token belongs to this application and is active.
                         * @example true
                         */
                        active: boolean;
                        /**
                         * @description Client the token belongs to.
                         * @example guichet_sandbox_id_…
                         */
                        client_id?: string;
                        /**
                         * @description Always Bearer.
                         * @example Bearer
                         * @constant
                         */
                        token_type?: "Bearer";
                        /**
                         * @description The same as client_id.
                         * @example guichet_sandbox_id_…
                         */
                        sub?: string;
                        /**
                         * @description The auth_url that issued it.
                         * @example http://localhost:4001
                         */
                        iss?: string;
                        /**
                         * @description Issue time, in seconds since 1970.
                         * @example 1795251600
                         */
                        iat?: number;
                        /**
                         * @description Expiry, in seconds since 1970.
                         * @example 1795251900
                         */
                        exp?: number;
                    };
                };
            };
            400: components["responses"]["TokensBadRequest"];
            401: components["responses"]["TokensUnauthorized"];
            413: components["responses"]["TokensPayloadTooLarge"];
            429: components["responses"]["TokensTooManyRequests"];
            503: components["responses"]["TokensServiceUnavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The access token.
                     * @example guichet_sandbox_token_…
                     */
                    token: string;
                    /**
                     * @description The client ID of the application.
                     * @example guichet_sandbox_id_…
                     */
                    client_id?: string;
                    /**
                     * @description Its client secret.
                     * @example guichet_sandbox_secret_…
                     */
                    client_secret?: string;
                    /**
                     * @description For an application with keys, instead of the secret: the only value is urn:ietf:params:oauth:client-assertion-type:jwt-bearer.
                     * @constant
                     */
                    client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
                    /**
                     * @description For an application with keys, instead of the secret: a JWT that it signed (RFC 7523), at most 8 KiB.
                     * @example eyJhbGciOiJFUzI1NiJ9.…
                     */
                    client_assertion?: string;
                };
            };
        };
        responses: {
            /** @description Revoked, or nothing to revoke */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Pragma: components["headers"]["Pragma"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokensBadRequest"];
            401: components["responses"]["TokensUnauthorized"];
            413: components["responses"]["TokensPayloadTooLarge"];
            429: components["responses"]["TokensTooManyRequests"];
            503: components["responses"]["TokensServiceUnavailable"];
        };
    };
    readAccount: {
        parameters: {
            query: {
                /** @description 6 to 15 digits with the country code; a leading + is accepted. */
                msisdn: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Digits only.
                         * @example 221770000001
                         */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @example customer
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @example active
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 12500
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 0
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /**
                         * Format: date-time
                         * @description When the balance last changed, UTC.
                         * @example 2026-11-21T09:00:00Z
                         */
                        asOf: string;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "address_not_allowed" | "invalid_msisdn" | "account_not_found" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Not authenticated */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "address_not_allowed" | "invalid_msisdn" | "account_not_found" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Address not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "address_not_allowed" | "invalid_msisdn" | "account_not_found" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Account not found */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "address_not_allowed" | "invalid_msisdn" | "account_not_found" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "address_not_allowed" | "invalid_msisdn" | "account_not_found" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "address_not_allowed" | "invalid_msisdn" | "account_not_found" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    listTestAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The application’s own test accounts, by number. */
                        accounts: {
                            /**
                             * @description Digits only.
                             * @example 999100000001
                             */
                            msisdn: string;
                            /**
                             * @description Account type.
                             * @example customer
                             * @enum {string}
                             */
                            type: "customer" | "retailer";
                            /**
                             * @description State of the account.
                             * @example active
                             * @enum {string}
                             */
                            status: "active" | "suspended" | "barred";
                            /** @description The account’s balance. */
                            balance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 12500
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /** @description The part that is blocked. */
                            frozenBalance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 0
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /**
                             * @description What balance calls to this account meet; null for none. It shows what is left of it.
                             * @example {
                             *       "kind": "error",
                             *       "code": "unavailable",
                             *       "calls": 3
                             *     }
                             */
                            fault: {
                                /**
                                 * @description error: responds with code. delay: responds late.
                                 * @enum {string}
                                 */
                                kind: "error" | "delay";
                                /**
                                 * @description Of an error: the code that the account endpoint returns.
                                 * @enum {string}
                                 */
                                code?: "unavailable" | "quota_exceeded" | "invalid_token";
                                /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                                seconds?: number;
                                /** @description It ends after this many calls, at whichever gateway. */
                                calls?: number;
                                /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                                for?: number;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest"];
            401: components["responses"]["SandboxUnauthorized"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    readTestAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 6 to 15 digits with the country code; a leading + is accepted. */
                msisdn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Digits only.
                         * @example 999100000001
                         */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @example customer
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @example active
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 12500
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 0
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /**
                         * @description What balance calls to this account meet; null for none. It shows what is left of it.
                         * @example {
                         *       "kind": "error",
                         *       "code": "unavailable",
                         *       "calls": 3
                         *     }
                         */
                        fault: {
                            /**
                             * @description error: responds with code. delay: responds late.
                             * @enum {string}
                             */
                            kind: "error" | "delay";
                            /**
                             * @description Of an error: the code that the account endpoint returns.
                             * @enum {string}
                             */
                            code?: "unavailable" | "quota_exceeded" | "invalid_token";
                            /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                            seconds?: number;
                            /** @description It ends after this many calls, at whichever gateway. */
                            calls?: number;
                            /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                            for?: number;
                        } | null;
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest2"];
            401: components["responses"]["SandboxUnauthorized"];
            404: components["responses"]["SandboxNotFound"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    putTestAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 6 to 15 digits with the country code; a leading + is accepted. */
                msisdn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Account type.
                     * @example customer
                     * @enum {string}
                     */
                    type: "customer" | "retailer";
                    /**
                     * @description State of the account.
                     * @example active
                     * @enum {string}
                     */
                    status: "active" | "suspended" | "barred";
                    /** @description The account’s balance. */
                    balance: {
                        /**
                         * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                         * @example 12500
                         */
                        value: number;
                        /**
                         * @description Currency, ISO 4217.
                         * @example XOF
                         */
                        unit: string;
                    };
                    /** @description The part that is blocked. */
                    frozenBalance: {
                        /**
                         * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                         * @example 0
                         */
                        value: number;
                        /**
                         * @description Currency, ISO 4217.
                         * @example XOF
                         */
                        unit: string;
                    };
                    /**
                     * @description What balance calls to this account meet; null for none. It shows what is left of it.
                     * @example {
                     *       "kind": "error",
                     *       "code": "unavailable",
                     *       "calls": 3
                     *     }
                     */
                    fault?: {
                        /**
                         * @description error: responds with code. delay: responds late.
                         * @enum {string}
                         */
                        kind: "error" | "delay";
                        /**
                         * @description Of an error: the code that the account endpoint returns.
                         * @enum {string}
                         */
                        code?: "unavailable" | "quota_exceeded" | "invalid_token";
                        /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                        seconds?: number;
                        /** @description It ends after this many calls, at whichever gateway. */
                        calls?: number;
                        /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                        for?: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Replaced */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Digits only.
                         * @example 999100000001
                         */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @example customer
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @example active
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 12500
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 0
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /**
                         * @description What balance calls to this account meet; null for none. It shows what is left of it.
                         * @example {
                         *       "kind": "error",
                         *       "code": "unavailable",
                         *       "calls": 3
                         *     }
                         */
                        fault: {
                            /**
                             * @description error: responds with code. delay: responds late.
                             * @enum {string}
                             */
                            kind: "error" | "delay";
                            /**
                             * @description Of an error: the code that the account endpoint returns.
                             * @enum {string}
                             */
                            code?: "unavailable" | "quota_exceeded" | "invalid_token";
                            /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                            seconds?: number;
                            /** @description It ends after this many calls, at whichever gateway. */
                            calls?: number;
                            /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                            for?: number;
                        } | null;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Digits only.
                         * @example 999100000001
                         */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @example customer
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @example active
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 12500
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 0
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /**
                         * @description What balance calls to this account meet; null for none. It shows what is left of it.
                         * @example {
                         *       "kind": "error",
                         *       "code": "unavailable",
                         *       "calls": 3
                         *     }
                         */
                        fault: {
                            /**
                             * @description error: responds with code. delay: responds late.
                             * @enum {string}
                             */
                            kind: "error" | "delay";
                            /**
                             * @description Of an error: the code that the account endpoint returns.
                             * @enum {string}
                             */
                            code?: "unavailable" | "quota_exceeded" | "invalid_token";
                            /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                            seconds?: number;
                            /** @description It ends after this many calls, at whichever gateway. */
                            calls?: number;
                            /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                            for?: number;
                        } | null;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["SandboxUnauthorized"];
            409: components["responses"]["SandboxConflict"];
            413: components["responses"]["SandboxPayloadTooLarge"];
            422: components["responses"]["SandboxUnprocessableEntity"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    deleteTestAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 6 to 15 digits with the country code; a leading + is accepted. */
                msisdn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["SandboxBadRequest2"];
            401: components["responses"]["SandboxUnauthorized"];
            404: components["responses"]["SandboxNotFound"];
            409: components["responses"]["SandboxConflict2"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    resetTestAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 6 to 15 digits with the country code; a leading + is accepted. */
                msisdn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Digits only.
                         * @example 999100000001
                         */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @example customer
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @example active
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 12500
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 0
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /**
                         * @description What balance calls to this account meet; null for none. It shows what is left of it.
                         * @example {
                         *       "kind": "error",
                         *       "code": "unavailable",
                         *       "calls": 3
                         *     }
                         */
                        fault: {
                            /**
                             * @description error: responds with code. delay: responds late.
                             * @enum {string}
                             */
                            kind: "error" | "delay";
                            /**
                             * @description Of an error: the code that the account endpoint returns.
                             * @enum {string}
                             */
                            code?: "unavailable" | "quota_exceeded" | "invalid_token";
                            /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                            seconds?: number;
                            /** @description It ends after this many calls, at whichever gateway. */
                            calls?: number;
                            /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                            for?: number;
                        } | null;
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest2"];
            401: components["responses"]["SandboxUnauthorized"];
            404: components["responses"]["SandboxNotFound"];
            409: components["responses"]["SandboxConflict2"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    resetTestAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The application’s own test accounts, by number. */
                        accounts: {
                            /**
                             * @description Digits only.
                             * @example 999100000001
                             */
                            msisdn: string;
                            /**
                             * @description Account type.
                             * @example customer
                             * @enum {string}
                             */
                            type: "customer" | "retailer";
                            /**
                             * @description State of the account.
                             * @example active
                             * @enum {string}
                             */
                            status: "active" | "suspended" | "barred";
                            /** @description The account’s balance. */
                            balance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 12500
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /** @description The part that is blocked. */
                            frozenBalance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 0
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /**
                             * @description What balance calls to this account meet; null for none. It shows what is left of it.
                             * @example {
                             *       "kind": "error",
                             *       "code": "unavailable",
                             *       "calls": 3
                             *     }
                             */
                            fault: {
                                /**
                                 * @description error: responds with code. delay: responds late.
                                 * @enum {string}
                                 */
                                kind: "error" | "delay";
                                /**
                                 * @description Of an error: the code that the account endpoint returns.
                                 * @enum {string}
                                 */
                                code?: "unavailable" | "quota_exceeded" | "invalid_token";
                                /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                                seconds?: number;
                                /** @description It ends after this many calls, at whichever gateway. */
                                calls?: number;
                                /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                                for?: number;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest"];
            401: components["responses"]["SandboxUnauthorized"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    readFixture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always test-accounts.
                         * @example test-accounts
                         * @constant
                         */
                        format: "test-accounts";
                        /**
                         * @description Always 2.
                         * @example 2
                         * @constant
                         */
                        version: 2;
                        /** @description The application’s own test accounts, by number. */
                        accounts: {
                            /**
                             * @description Digits only.
                             * @example 999100000001
                             */
                            msisdn: string;
                            /**
                             * @description Account type.
                             * @example customer
                             * @enum {string}
                             */
                            type: "customer" | "retailer";
                            /**
                             * @description State of the account.
                             * @example active
                             * @enum {string}
                             */
                            status: "active" | "suspended" | "barred";
                            /** @description The account’s balance. */
                            balance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 12500
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /** @description The part that is blocked. */
                            frozenBalance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 0
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /**
                             * @description What balance calls to this account meet; null for none. It shows what is left of it.
                             * @example {
                             *       "kind": "error",
                             *       "code": "unavailable",
                             *       "calls": 3
                             *     }
                             */
                            fault: {
                                /**
                                 * @description error: responds with code. delay: responds late.
                                 * @enum {string}
                                 */
                                kind: "error" | "delay";
                                /**
                                 * @description Of an error: the code that the account endpoint returns.
                                 * @enum {string}
                                 */
                                code?: "unavailable" | "quota_exceeded" | "invalid_token";
                                /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                                seconds?: number;
                                /** @description It ends after this many calls, at whichever gateway. */
                                calls?: number;
                                /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                                for?: number;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest"];
            401: components["responses"]["SandboxUnauthorized"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    putFixture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Always test-accounts.
                     * @example test-accounts
                     * @constant
                     */
                    format?: "test-accounts";
                    /**
                     * @description Always 2.
                     * @example 2
                     * @constant
                     */
                    version?: 2;
                    /** @description The application’s own test accounts, by number. */
                    accounts: {
                        /**
                         * @description Digits only.
                         * @example 999100000001
                         */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @example customer
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @example active
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 12500
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /**
                             * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                             * @example 0
                             */
                            value: number;
                            /**
                             * @description Currency, ISO 4217.
                             * @example XOF
                             */
                            unit: string;
                        };
                        /**
                         * @description What balance calls to this account meet; null for none. It shows what is left of it.
                         * @example {
                         *       "kind": "error",
                         *       "code": "unavailable",
                         *       "calls": 3
                         *     }
                         */
                        fault?: {
                            /**
                             * @description error: responds with code. delay: responds late.
                             * @enum {string}
                             */
                            kind: "error" | "delay";
                            /**
                             * @description Of an error: the code that the account endpoint returns.
                             * @enum {string}
                             */
                            code?: "unavailable" | "quota_exceeded" | "invalid_token";
                            /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                            seconds?: number;
                            /** @description It ends after this many calls, at whichever gateway. */
                            calls?: number;
                            /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                            for?: number;
                        } | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always test-accounts.
                         * @example test-accounts
                         * @constant
                         */
                        format: "test-accounts";
                        /**
                         * @description Always 2.
                         * @example 2
                         * @constant
                         */
                        version: 2;
                        /** @description The application’s own test accounts, by number. */
                        accounts: {
                            /**
                             * @description Digits only.
                             * @example 999100000001
                             */
                            msisdn: string;
                            /**
                             * @description Account type.
                             * @example customer
                             * @enum {string}
                             */
                            type: "customer" | "retailer";
                            /**
                             * @description State of the account.
                             * @example active
                             * @enum {string}
                             */
                            status: "active" | "suspended" | "barred";
                            /** @description The account’s balance. */
                            balance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 12500
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /** @description The part that is blocked. */
                            frozenBalance: {
                                /**
                                 * @description The amount, with exactly the decimals of its currency. Parse it as a decimal.
                                 * @example 0
                                 */
                                value: number;
                                /**
                                 * @description Currency, ISO 4217.
                                 * @example XOF
                                 */
                                unit: string;
                            };
                            /**
                             * @description What balance calls to this account meet; null for none. It shows what is left of it.
                             * @example {
                             *       "kind": "error",
                             *       "code": "unavailable",
                             *       "calls": 3
                             *     }
                             */
                            fault: {
                                /**
                                 * @description error: responds with code. delay: responds late.
                                 * @enum {string}
                                 */
                                kind: "error" | "delay";
                                /**
                                 * @description Of an error: the code that the account endpoint returns.
                                 * @enum {string}
                                 */
                                code?: "unavailable" | "quota_exceeded" | "invalid_token";
                                /** @description How late the account responds: up to 5 seconds, in milliseconds at the finest. Required for a delay. */
                                seconds?: number;
                                /** @description It ends after this many calls, at whichever gateway. */
                                calls?: number;
                                /** @description It ends after this many seconds. Without calls or for, it stays until the account is replaced or reset. */
                                for?: number;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["SandboxUnauthorized"];
            409: components["responses"]["SandboxConflict"];
            413: components["responses"]["SandboxPayloadTooLarge"];
            422: components["responses"]["SandboxUnprocessableEntity"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    readRehearsal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `ended`: no further calls count.
                         * @enum {string}
                         */
                        state: "running" | "ended";
                        /**
                         * Format: date-time
                         * @description From then on, calls count.
                         */
                        startedAt: string;
                        /**
                         * Format: date-time
                         * @description 24 hours after the start.
                         */
                        endsAt: string;
                        /** @description All test cases that this portal asks for. */
                        cases: {
                            /**
                             * @description The test case.
                             * @enum {string}
                             */
                            id: "token" | "token_reused" | "active_account" | "suspended_account" | "unknown_account" | "expired_token" | "quota_exceeded" | "unavailable" | "clean_requests";
                            /**
                             * @description What the calls showed. `incomplete`: a call could not be recorded.
                             * @enum {string}
                             */
                            outcome: "passed" | "not_yet" | "failed" | "incomplete";
                            /**
                             * @description What the calls showed, as a sentence in English.
                             * @example You called again after 0.2 s; Retry-After asked for 4 s.
                             */
                            evidence: string;
                            /** @description The calls that show it, oldest first. */
                            requestIds: string[];
                        }[];
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest"];
            401: components["responses"]["SandboxUnauthorized"];
            404: components["responses"]["SandboxNotFound2"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    startRehearsal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `ended`: no further calls count.
                         * @enum {string}
                         */
                        state: "running" | "ended";
                        /**
                         * Format: date-time
                         * @description From then on, calls count.
                         */
                        startedAt: string;
                        /**
                         * Format: date-time
                         * @description 24 hours after the start.
                         */
                        endsAt: string;
                        /** @description All test cases that this portal asks for. */
                        cases: {
                            /**
                             * @description The test case.
                             * @enum {string}
                             */
                            id: "token" | "token_reused" | "active_account" | "suspended_account" | "unknown_account" | "expired_token" | "quota_exceeded" | "unavailable" | "clean_requests";
                            /**
                             * @description What the calls showed. `incomplete`: a call could not be recorded.
                             * @enum {string}
                             */
                            outcome: "passed" | "not_yet" | "failed" | "incomplete";
                            /**
                             * @description What the calls showed, as a sentence in English.
                             * @example You called again after 0.2 s; Retry-After asked for 4 s.
                             */
                            evidence: string;
                            /** @description The calls that show it, oldest first. */
                            requestIds: string[];
                        }[];
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest"];
            401: components["responses"]["SandboxUnauthorized"];
            /** @description A rehearsal is running */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
                         * @example http://localhost:3000/docs/errors/invalid_msisdn
                         */
                        type: string;
                        /**
                         * @description The error in a few words.
                         * @example Invalid msisdn
                         */
                        title: string;
                        /**
                         * @description The HTTP status.
                         * @example 400
                         */
                        status: number;
                        /** @description Human-readable message. */
                        detail: string;
                        /**
                         * @description The request ID.
                         * @example urn:uuid:0190b1d2-7c1b-7000-8000-000000000000
                         */
                        instance: string;
                        /**
                         * @description Error code.
                         * @example invalid_msisdn
                         * @enum {string}
                         */
                        code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
                        /** @description The invalid parameters. */
                        errors?: {
                            parameter: string;
                            message: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    endRehearsal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `ended`: no further calls count.
                         * @enum {string}
                         */
                        state: "running" | "ended";
                        /**
                         * Format: date-time
                         * @description From then on, calls count.
                         */
                        startedAt: string;
                        /**
                         * Format: date-time
                         * @description 24 hours after the start.
                         */
                        endsAt: string;
                        /** @description All test cases that this portal asks for. */
                        cases: {
                            /**
                             * @description The test case.
                             * @enum {string}
                             */
                            id: "token" | "token_reused" | "active_account" | "suspended_account" | "unknown_account" | "expired_token" | "quota_exceeded" | "unavailable" | "clean_requests";
                            /**
                             * @description What the calls showed. `incomplete`: a call could not be recorded.
                             * @enum {string}
                             */
                            outcome: "passed" | "not_yet" | "failed" | "incomplete";
                            /**
                             * @description What the calls showed, as a sentence in English.
                             * @example You called again after 0.2 s; Retry-After asked for 4 s.
                             */
                            evidence: string;
                            /** @description The calls that show it, oldest first. */
                            requestIds: string[];
                        }[];
                    };
                };
            };
            400: components["responses"]["SandboxBadRequest"];
            401: components["responses"]["SandboxUnauthorized"];
            404: components["responses"]["SandboxNotFound2"];
            429: components["responses"]["SandboxTooManyRequests"];
            503: components["responses"]["SandboxServiceUnavailable"];
        };
    };
    readUsage: {
        parameters: {
            query: {
                /** @description The ID in the URL of the application’s page. */
                application: string;
                /** @description Start, UTC. */
                from?: string;
                /** @description End, UTC. */
                to?: string;
                /** @description Length of an interval in minutes. */
                step?: "1" | "5" | "60" | "1440";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The ID in the URL of the application’s page.
                         * @example 01989f3a-0000-7000-8000-000000000001
                         */
                        application: string;
                        /**
                         * @description The client ID of the application.
                         * @example guichet_sandbox_id_…
                         */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description Start, UTC.
                         * @example 2026-11-22T10:00:00.000Z
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description End, UTC.
                         * @example 2026-11-22T11:00:00.000Z
                         */
                        to: string;
                        /**
                         * @description Length of an interval in minutes.
                         * @example 60
                         */
                        step_minutes: number;
                        /** @description The intervals, oldest first. */
                        intervals: {
                            /**
                             * Format: date-time
                             * @description Start of the interval, UTC.
                             * @example 2026-11-22T10:00:00.000Z
                             */
                            from: string;
                            /**
                             * @description Calls that succeeded.
                             * @example 940
                             */
                            succeeded: number;
                            /**
                             * @description Calls with a 4xx status other than 429.
                             * @example 3
                             */
                            refused: number;
                            /**
                             * @description Calls with 429.
                             * @example 0
                             */
                            limited: number;
                            /**
                             * @description Calls with a 5xx status.
                             * @example 0
                             */
                            failed: number;
                            /**
                             * @description New tokens.
                             * @example 12
                             */
                            tokens_minted: number;
                            /**
                             * @description Token requests that returned the current token.
                             * @example 88
                             */
                            tokens_reused: number;
                            /**
                             * @description Percentile of the response time in milliseconds; null without calls.
                             * @example 2.5
                             */
                            p50_ms: number | null;
                            /**
                             * @description Percentile of the response time in milliseconds; null without calls.
                             * @example 7
                             */
                            p95_ms: number | null;
                            /**
                             * @description Percentile of the response time in milliseconds; null without calls.
                             * @example 10
                             */
                            p99_ms: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["UsageBadRequest"];
            401: components["responses"]["UsageUnauthorized"];
            404: components["responses"]["UsageNotFound"];
        };
    };
    readUsageAsCsv: {
        parameters: {
            query: {
                /** @description The ID in the URL of the application’s page. */
                application: string;
                /** @description Start, UTC. */
                from?: string;
                /** @description End, UTC. */
                to?: string;
                /** @description Length of an interval in minutes. */
                step?: "1" | "5" | "60" | "1440";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["UsageBadRequest"];
            401: components["responses"]["UsageUnauthorized"];
            404: components["responses"]["UsageNotFound"];
        };
    };
    "application.state_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "application.state_changed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The id of the application.
                         */
                        applicationId: string;
                        previousState: string | null;
                        /** @description The state of the application. */
                        state: string;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "application.limit_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "application.limit_changed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The id of the application.
                         */
                        applicationId: string;
                        /** @description Calls per minute at the account endpoint; 0 is unlimited. */
                        previousCallsPerMinute: number;
                        /** @description Calls per minute at the account endpoint; 0 is unlimited. */
                        callsPerMinute: number;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "secret.rotated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "secret.rotated";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The id of the application.
                         */
                        applicationId: string;
                        /**
                         * Format: uuid
                         * @description The id of a client secret, not the secret itself.
                         */
                        secretId: string;
                        /**
                         * Format: uuid
                         * @description The id of a client secret, not the secret itself.
                         */
                        previousSecretId: string;
                        /** @description Until when the previous secret stays valid; null if it ended immediately. */
                        previousSecretValidUntil: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "secret.retired": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "secret.retired";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The id of the application.
                         */
                        applicationId: string;
                        /**
                         * Format: uuid
                         * @description The id of a client secret, not the secret itself.
                         */
                        secretId: string;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "rehearsal.ended": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "rehearsal.ended";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The id of the application.
                         */
                        applicationId: string;
                        /** Format: uuid */
                        rehearsalId: string;
                        /** Format: date-time */
                        startedAt: string;
                        /** Format: date-time */
                        endedAt: string;
                        /**
                         * @description Why it ended: on request, with call 2,001, after 24 hours, or as the application is no longer served.
                         * @enum {string}
                         */
                        reason: "requested" | "calls" | "time" | "stopped";
                        cases: {
                            /** @enum {string} */
                            id: "token" | "token_reused" | "active_account" | "suspended_account" | "unknown_account" | "expired_token" | "quota_exceeded" | "unavailable" | "clean_requests";
                            /**
                             * @description What the calls showed. `incomplete`: a call could not be recorded.
                             * @enum {string}
                             */
                            outcome: "passed" | "not_yet" | "failed" | "incomplete";
                        }[];
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "organisation.state_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "organisation.state_changed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /**
                         * Format: uuid
                         * @description The id of the organisation.
                         */
                        organisationId: string;
                        previousState: string | null;
                        /** @description The state of the organisation. */
                        state: string;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "announcement.published": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "announcement.published";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        announcementId: string;
                        /** @enum {string} */
                        kind: "maintenance" | "incident" | "change" | "deprecation";
                        title: {
                            en: string;
                            fr: string;
                        };
                        text: {
                            en: string;
                            fr: string;
                        };
                        /** Format: date-time */
                        from: string;
                        to: string | null;
                        /**
                         * @description The deprecated endpoint; null for other kinds.
                         * @example POST /oauth/token
                         */
                        endpoint: string | null;
                        /** @description The day from which a deprecated endpoint may end; null for other kinds. */
                        sunset: string | null;
                        /** Format: uri */
                        link: string;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "audit.recorded": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The signatures of id, timestamp and body, separated by spaces; two while the signing secret is being rotated. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "audit.recorded";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    data: {
                        /** @description The number of the entry: the next entry has the next number. */
                        sequence: number;
                        /** Format: date-time */
                        at: string;
                        actorId: string | null;
                        actorRole: string;
                        /** @example application.suspended */
                        action: string;
                        subjectType: string;
                        subjectId: string;
                        /** @description Facts about the action. Instead of an e-mail or IP address, it has a commitment to it. */
                        detail: {
                            [key: string]: unknown;
                        };
                        previousHash: string;
                        hash: string;
                    };
                };
            };
        };
        responses: {
            /** @description Any 2xx status within 10 seconds: the event was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
