// Loaded into each process in a soak: on SIGUSR2 it collects garbage and writes its resources to a file.
const { renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const v8 = require('node:v8')
const vm = require('node:vm')

process.on('SIGUSR2', () => {
  v8.setFlagsFromString('--expose-gc')
  vm.runInNewContext('gc')()
  const { heapUsed, rss } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().length
  const file = join(process.env.DATA_DIR, `resources-${process.pid}.json`)
  writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, rss, handles }))
  renameSync(`${file}.new`, file)
})
