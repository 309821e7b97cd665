import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '../../examples/react/src/app.js'

// The app of the example, with the agent of the server that delivers the page.
const root = document.getElementById('root')
const serverUrl = `${location.origin.replace('http', 'ws')}/ws`
if (root)
  createRoot(root).render(
    <StrictMode>
      <App serverUrl={serverUrl} apiKey="any" />
    </StrictMode>,
  )
