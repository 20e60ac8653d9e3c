type Row = [term: string, value: string]

/** The response to a balance query, as a ticket that comes out of its counter. */
export function Receipt({ title, lines, total: [term, value] }: { title: string; lines: Row[]; total: Row }) {
  return (
    <div className="ticket-slot">
      <div className="ticket drop-shadow-[0_10px_14px_rgb(0_0_0/0.16)]">
        <div className="ticket-edge bg-ticket px-5 pt-5 pb-7 font-mono text-ink text-xs">
          <p className="font-semibold text-sm">{title}</p>
          <dl className="mt-3 grid gap-1.5 border-line-strong/50 border-t border-dashed pt-3">
            {lines.map(([name, text]) => (
              <div key={name} className="flex justify-between gap-3">
                <dt className="whitespace-nowrap text-muted">{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
            <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3 border-line-strong/50 border-t border-dashed pt-3">
              <dt>{term}</dt>
              <dd className="font-semibold text-xl tabular-nums [overflow-wrap:anywhere]">{value}</dd>
            </div>
          </dl>
        </div>
      </div>
    </div>
  )
}
