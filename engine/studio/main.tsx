import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Studio } from './studio.tsx';
import './style/style.css';

const place = document.querySelector('#studio');
if (place === null) throw new Error('the page has a place for Studio');
createRoot(place).render(
  <StrictMode>
    <Studio />
  </StrictMode>,
);
