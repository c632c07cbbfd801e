// Runs in the browser when the socket to the server is lost: wait for the server, then load the page anew if its
// session cannot still be there (another server, or too long away). Selection, language and theme are in the address.
if (!window.massbattleWaits) {
  window.massbattleWaits = true
  const lost = Date.now()
  const wait = async () => {
    let alive = null
    try {
      const answer = await fetch("alive", {cache: "no-store"})
      if (answer.ok) alive = await answer.text()
    } catch {
      // not there yet
    }
    if (alive !== null) {
      if (alive !== server || Date.now() - lost > session_seconds * 1000) {
        window.location.reload()
        return
      }
      window.massbattleWaits = false
      cb_obj.reconnect()
      return
    }
    window.setTimeout(wait, 500)
  }
  wait()
}
