const { PORTAL_URL, PERSONAL_ACCESS_KEY, APPLICATION_ID } = process.env

const query = new URLSearchParams({ application: APPLICATION_ID, step: '60' })
const response = await fetch(`${PORTAL_URL}/api/usage.json?${query}`, {
  headers: { Authorization: `Bearer ${PERSONAL_ACCESS_KEY}` },
})
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)

const { intervals } = await response.json()
for (const { from, succeeded, refused, limited, failed } of intervals)
  console.log(from, succeeded, refused + limited + failed)
