import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { shippedWithPage } from './store.tsx';
import { startLanguage } from './texts.ts';
import './theme.css';

const root = document.getElementById('root');
const draw = (): void => void (root && createRoot(root).render(<App />));
// In English where the texts of the language don't arrive.
startLanguage(shippedWithPage()).then(draw, draw);
