/** The logo: a counter below an arch, its window lit in amber. Decorative: the name is next to it. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" className="fill-[#0b6658]" />
      <path
        d="M7 24V14.5a9 9 0 0 1 18 0V24M5 24.5h22"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M12 24v-7.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1V24z" fill="#f5c04a" />
    </svg>
  )
}
