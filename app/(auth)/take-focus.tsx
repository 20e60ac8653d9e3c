'use client'

import { useEffect } from 'react'

/** Takes the focus of a form that is gone: a screen reader continues with what replaced it. */
export function TakeFocus() {
  useEffect(() => document.getElementById('content')?.focus(), [])
  return null
}
