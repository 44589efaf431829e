import { useEffect } from 'react'
import { brand } from '@/lib/brand'

export function useDocumentTitle(page: string | undefined): void {
  const title = page ? `${page} · ${brand.title}` : brand.title
  useEffect(() => {
    document.title = title
  }, [title])
}
