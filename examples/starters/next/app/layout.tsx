import type { ReactNode } from "react";

interface Props {
  children: ReactNode;
}

export const metadata = { title: "Acme" };

export default function Layout({ children }: Props) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
