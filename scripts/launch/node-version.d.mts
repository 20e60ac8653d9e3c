export function refuseOldNode(version?: string): void
