import { requireBrowser } from './browser'

// First, so that a developer without a browser knows immediately.
const found = requireBrowser()
if ('problem' in found) {
  console.error(found.problem)
  process.exitCode = 1
}
