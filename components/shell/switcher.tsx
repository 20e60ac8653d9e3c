import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { type SwitcherEntry, SwitcherList } from './switcher-list'

const switcherId = 'switcher'

/** The application's name, which is the page's heading and opens the others. Server component. */
export function Switcher({ name, entries }: { name: string; entries: SwitcherEntry[] }) {
  const t = useTranslations('applications')
  const link = 'flex min-h-9 items-center rounded-md px-2.5 text-sm hover:bg-raised'
  return (
    <>
      <h1 className="min-w-0 text-base sm:text-xl sm:leading-7">
        <button
          type="button"
          popoverTarget={switcherId}
          title={t('switcher.open')}
          className="flex max-w-full items-center gap-1.5 rounded-md text-left"
        >
          <span className="truncate">{name}</span>
          <ChevronsUpDown className="no-print size-4 shrink-0 text-muted" aria-hidden="true" />
        </button>
      </h1>
      <div
        id={switcherId}
        popover="auto"
        className="fixed inset-auto top-12 left-3 m-0 max-h-[calc(100dvh-4rem)] w-80 max-w-[calc(100vw-1.5rem)] gap-2 overflow-y-auto rounded-xl border border-line bg-surface p-2 text-ink shadow-lifted open:grid sm:left-12"
      >
        <SwitcherList entries={entries} label={t('switcher.find')} list={t('title')} />
        <div className="border-line border-t pt-2">
          <Link href="/applications" className={link}>
            {t('switcher.all')}
          </Link>
          <Link href="/applications/new" className={link}>
            {t('new')}
          </Link>
        </div>
      </div>
    </>
  )
}
