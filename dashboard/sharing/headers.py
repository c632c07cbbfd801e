"""What every answer of the server tells the browser to guard."""

from __future__ import annotations

import re
import secrets

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import OutputTransform

__all__ = ["SecureHeaders", "content_policy"]

_SCRIPT = re.compile(rb"<script(?=[\s>])")
_ALWAYS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def content_policy(nonce: str) -> str:
    """The content security policy of a page whose own scripts carry this nonce.

    Scripts written into the page by anybody else do not run. Bokeh compiles the scripts of its models with
    ``new Function``, and Panel's components are modules of blob addresses: they need the two exceptions.
    """
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'nonce-{nonce}' 'unsafe-eval' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self' blob:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


class SecureHeaders(OutputTransform):
    """Adds the headers to every answer, and to a page the nonce of its scripts."""

    def __init__(self, request: HTTPServerRequest) -> None:
        super().__init__(request)
        self._https = request.protocol == "https"

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Add them to what is about to be sent."""
        for name, value in _ALWAYS.items():
            headers[name] = value
        if self._https:  # browsers heed these two only there
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers["Strict-Transport-Security"] = "max-age=31536000"
        if headers.get("Content-Type", "").startswith("text/html"):
            nonce = secrets.token_urlsafe(16)
            chunk = _SCRIPT.sub(b'<script nonce="%b"' % nonce.encode(), chunk)
            headers["Content-Security-Policy"] = content_policy(nonce)
            headers["Cache-Control"] = "no-store"
            if "Content-Length" in headers:
                headers["Content-Length"] = str(len(chunk))
        return status_code, headers, chunk
