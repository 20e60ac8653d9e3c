/** Empty: without this file, Next would use the portal's, from the root that both share. */
export function register(): void {}
