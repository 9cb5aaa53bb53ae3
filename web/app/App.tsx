import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { queryClient } from '../lib/queryClient.ts';
import { ChatProvider } from '../state/chat.tsx';
import { SessionProvider } from '../state/session.tsx';
import { routes } from './routes.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

const router = createBrowserRouter(routes);

export function App() {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <ChatProvider>
            <RouterProvider router={router} />
          </ChatProvider>
        </SessionProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
