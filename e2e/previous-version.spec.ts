import type { Page } from '@playwright/test'
import { portal } from './support/addresses'
import { expect, test } from './support/fixtures'

/** The name of an action that no version has. */
const unknown = '7f'.repeat(21)

/** Makes the page's next form arrive as if opened on another version of the portal. */
async function pretendPrevious(page: Page): Promise<void> {
  await page.route('**/applications/new', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const headers = await request.allHeaders()
    if (headers['next-action']) headers['next-action'] = unknown
    const postData = request
      .postDataBuffer()
      ?.toString('latin1')
      .replace(/\b[0-9a-f]{42}\b/g, unknown)
    await route.continue({ headers, postData: Buffer.from(postData ?? '', 'latin1') })
  })
}

test.describe('with JavaScript', () => {
  test.use({ expectedComplaints: [/409|Server Action .* was not found/] })

  test('a form of another version says so, and shows what was typed', { tag: '@slow' }, async ({
    developer: { page },
  }) => {
    await page.goto('/applications/new')
    await pretendPrevious(page)
    await page.getByLabel('Name', { exact: true }).fill('Corner shop')
    await page.getByLabel('Description', { exact: true }).fill('Reads balances\nand shows them')
    await page.getByRole('button', { name: 'Create application', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This portal was just updated' })).toBeVisible()
    await expect(page.getByRole('term')).toHaveText(['Name', 'Description'])
    await expect(page.getByRole('definition')).toHaveText(['Corner shop', /Reads balances\s+and shows them/])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload the page', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })
})

const withState = (id: string) => ({
  $ACTION_REF_1: '',
  '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`,
  '$ACTION_1:1': '[{}]',
  $ACTION_KEY: 'k1',
})

/**
 * The forms of the account page of 0.2.0: the actions' names and ids. An id begins with how many arguments there are;
 * of two, the first is the form's state.
 */
const formsOfAccount = {
  changeOwnPassword: '606b233a4ef000301c64f8dd6fec7dfa62d38934ed',
  changeOwnEmail: '60b8a90be7f363425b231a577c1b66f5018a2d7b4b',
  cancelOwnEmailChange: '00849957a1ee61755495534527eb0e11c42f993ee4',
  changeOwnLanguage: '6089fdccc747a7c87e0f1dabb18400ea774794f0e2',
  changeOwnProfile: '60913677255aec803c5f3960b9ca8981980927fd5c',
  nameOwnSession: '6029038dc774c02bd108a61739d064b50d275577e9',
  revoke: '406ecaa29136e96a1afcecebdbec60dced8f49f251',
  revokeOthers: '00be85da3c5988ee64c22acb55f9a15a95181c195e',
  turnOff: '00049afe4e8439a1d95933805c5b61c5436a912fbb',
  removeOwnPasskey: '403f9b25e721d8a87545a557626ff80bdc084676a7',
  createOwnAccessKey: '60af50b650ed3ebf3e4510046a745f1a5a72a8a17e',
  removeOwnAccessKey: '40a6fc45eb76e6dbd54e9b33de8b062557c329e927',
  unlinkOwnIdentity: '60f21abd20f1a7a251951f0abd97e36df97f174c6a',
  renewCodes: '60f4554233706835ce30c972edf9cb756af71505e8',
  chooseHints: '40abe7e64790fa34381abb91dd144b4f2a3c462d4e',
}

test('each form of a page of 0.2.0 says that the portal was updated', async ({ developer: { page } }) => {
  for (const [name, id] of Object.entries(formsOfAccount)) {
    const stateful = id.startsWith('60')
    const plain = { ...(stateful ? withState(id) : { [`$ACTION_ID_${id}`]: '' }), displayName: 'Ada' }
    const scripted = { '1_displayName': 'Ada', 0: stateful ? '["$undefined","$K1"]' : '["$K1"]' }
    for (const [headers, multipart] of [
      [{}, plain],
      [{ 'next-action': id }, scripted],
    ] as const) {
      const sent = { headers: { ...headers, origin: portal }, multipart, maxRedirects: 0 }
      const response = await page.request.post('/account', sent)
      const outcome = [name, headers, response.status()]
      expect(outcome).toEqual([name, headers, 409])
      // With a script, the browser shows the page above.
      if ('next-action' in headers) expect(response.headers()['x-nextjs-action-not-found']).toBe('1')
      else expect(await response.text()).toContain('<h1>This portal was just updated</h1>')
    }
  }
})
