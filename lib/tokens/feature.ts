import { feature } from '@/lib/feature'

export const tokensFeature = feature({
  retention: [
    // The newest token is kept however old it is: the next token continues from its generation. During a
    // rehearsal all are, as calls with one that has ended count.
    {
      table: 'access_token',
      where: `expires_at < now() - interval '10 minutes' AND EXISTS (
        SELECT FROM access_token newer
        WHERE newer.application_id = old.application_id AND newer.generation > old.generation)
        AND NOT EXISTS (SELECT FROM application a WHERE a.id = old.application_id AND a.rehearsal_id IS NOT NULL)`,
    },
  ],
})
