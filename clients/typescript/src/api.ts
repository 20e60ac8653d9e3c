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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: {
        /** @description Not authenticated */
        SandboxUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /**
                     * Format: uri
                     * @description Documentation page of this code.
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
                    code: "invalid_request" | "token_missing" | "invalid_token" | "invalid_msisdn" | "account_not_found" | "invalid_account" | "reserved" | "too_many" | "rehearsal_running" | "rehearsal_not_found" | "body_too_large" | "quota_exceeded" | "unavailable";
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
    headers: never;
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
                     * @constant
                     */
                    grant_type: "client_credentials";
                    /** @description The client ID of the application. */
                    client_id?: string;
                    /** @description Its client secret. */
                    client_secret?: string;
                    /**
                     * @description For an application with keys, instead of the secret: the only value is urn:ietf:params:oauth:client-assertion-type:jwt-bearer.
                     * @constant
                     */
                    client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
                    /** @description For an application with keys, instead of the secret: a JWT that it signed (RFC 7523), at most 8 KiB. */
                    client_assertion?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The bearer token. Treat it as opaque. */
                        access_token: string;
                        /**
                         * @description Always Bearer.
                         * @constant
                         */
                        token_type: "Bearer";
                        /** @description Remaining life in seconds. */
                        expires_in: number;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Error code.
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                        /** @description Human-readable message. */
                        error_description: string;
                    };
                };
            };
            /** @description Not authenticated */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Error code.
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                        /** @description Human-readable message. */
                        error_description: string;
                    };
                };
            };
            /** @description Body over 16 KiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Error code.
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                        /** @description Human-readable message. */
                        error_description: string;
                    };
                };
            };
            /** @description Rate limit exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Error code.
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                        /** @description Human-readable message. */
                        error_description: string;
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Error code.
                         * @enum {string}
                         */
                        error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable";
                        /** @description Human-readable message. */
                        error_description: string;
                    };
                };
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Digits only. */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /**
                         * Format: date-time
                         * @description When the balance last changed, UTC.
                         */
                        asOf: string;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Digits only. */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description What balance calls to this account meet; null for none. It shows what is left of it. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
            /** @description Account not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
                     * @enum {string}
                     */
                    type: "customer" | "retailer";
                    /**
                     * @description State of the account.
                     * @enum {string}
                     */
                    status: "active" | "suspended" | "barred";
                    /** @description The account’s balance. */
                    balance: {
                        /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                        value: number;
                        /** @description Currency, ISO 4217. */
                        unit: string;
                    };
                    /** @description The part that is blocked. */
                    frozenBalance: {
                        /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                        value: number;
                        /** @description Currency, ISO 4217. */
                        unit: string;
                    };
                    /** @description What balance calls to this account meet; null for none. It shows what is left of it. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Digits only. */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description What balance calls to this account meet; null for none. It shows what is left of it. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Digits only. */
                        msisdn: string;
                        /**
                         * @description Account type.
                         * @enum {string}
                         */
                        type: "customer" | "retailer";
                        /**
                         * @description State of the account.
                         * @enum {string}
                         */
                        status: "active" | "suspended" | "barred";
                        /** @description The account’s balance. */
                        balance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description The part that is blocked. */
                        frozenBalance: {
                            /** @description The amount, with exactly the decimals of its currency. Parse it as a decimal. */
                            value: number;
                            /** @description Currency, ISO 4217. */
                            unit: string;
                        };
                        /** @description What balance calls to this account meet; null for none. It shows what is left of it. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
            /** @description Shared or reserved number, or over 100 accounts */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /**
                         * Format: uri
                         * @description Documentation page of this code.
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
}
