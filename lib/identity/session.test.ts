import { expect, test } from 'vitest'
import { nameBrowser } from './session'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1', 'Safari', 'macOS'],
  ['curl/8.5.0', 'curl', null],
  ['<script>alert(1)</script>', null, null],
  ['', null, null],
])('%j', (userAgent, browser, system) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system })
})
