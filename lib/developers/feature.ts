import { feature, removedAtOnce } from '@/lib/feature'

export const developersFeature = feature({
  retention: [
    // Sign-ups that were never activated, after their links are gone (the migration `identity` has the condition).
    // Their rows are locked one by one, after the statement found that they have no link. By then the person may have
    // signed up again, with a new link that would be deleted with the account.
    { what: 'developer', statement: `SELECT prune_unactivated(${removedAtOnce})`, inOneSnapshot: true },
  ],
  grants: {
    portal: ['SELECT, INSERT, UPDATE ON developer'],
    worker: ['SELECT ON developer', 'EXECUTE ON FUNCTION prune_unactivated(integer)'],
  },
})
