export function findCommit(root: string, given?: string): string
