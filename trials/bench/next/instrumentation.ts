/** Nothing to do here: without this file Next takes the portal's, from the root that both share. */
export function register(): void {}
