import { type Drawing, densest, type Look, maxPixels, type OpenedFile } from './drawn-file'

/** Fetches an image, to be drawn the right way up as its camera recorded it. */
export async function openImage(href: string, signal: AbortSignal): Promise<OpenedFile> {
  const blob = await download(href, signal).catch(() => null)
  if (!blob) return { problem: 'unreachable' }
  const image = await createImageBitmap(blob).catch(() => null)
  if (!image) return { problem: 'broken' }
  return { pages: 1, draw: (canvas, look) => drawImage(image, canvas, look), close: () => image.close() }
}

async function download(href: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(href, { signal })
  // An expired session redirects to the sign-in page, which is no image.
  const isImage = response.headers.get('Content-Type')?.startsWith('image/')
  return response.ok && isImage ? response.blob() : null
}

function drawImage(image: ImageBitmap, canvas: HTMLCanvasElement, { width, turns }: Look): Drawing {
  const lies = turns % 2 === 1
  const natural = lies ? image.height : image.width
  const wanted = (width * Math.min(window.devicePixelRatio, densest)) / natural
  const scale = Math.min(wanted, Math.sqrt(maxPixels / (image.width * image.height)))
  const [across, down] = [image.width * scale, image.height * scale]
  canvas.width = Math.max(1, Math.floor(lies ? down : across))
  canvas.height = Math.max(1, Math.floor(lies ? across : down))
  const context = canvas.getContext('2d')
  context?.translate(canvas.width / 2, canvas.height / 2)
  context?.rotate((turns * Math.PI) / 2)
  context?.drawImage(image, -across / 2, -down / 2, across, down)
  return { done: context ? Promise.resolve() : Promise.reject(new Error('no canvas')), cancel() {} }
}
