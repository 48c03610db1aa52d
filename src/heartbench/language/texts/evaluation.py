"""Texts of a run: notices while it goes on."""

from __future__ import annotations

EN: dict[str, str] = {
    "reused_answers": (
        "{label}: {count} answers are reused from the store (made {newest_age} to {oldest_age} ago);"
        " a new checkpoint under this name needs --revision or --fresh answers."
    ),
    "reused_verdicts": (
        "Judge {label}: {count} verdicts are reused from the store (made {newest_age} to {oldest_age} ago);"
        " --fresh verdicts judges anew."
    ),
    "moved": (
        "{label} was asked at {before} before and is now at {now}: if it is another model there,"
        " give it its own --revision."
    ),
    "stopped_unauthorized": (
        "{label}: the endpoint refuses the key ({message}); check the key and its source,"
        " then run the same command again."
    ),
    "stopped_unknown_model": (
        "{label}: the endpoint does not know this model or path ({message}); check the model's name and the"
        " base URL, then run the same command again."
    ),
    "stopped_unsupported_parameter": (
        "{label}: the endpoint refuses a parameter ({message}); change the model's parameters in"
        " heartbench.toml, then run the same command again."
    ),
    "stopped_bad_response": (
        "{label}: this address does not answer like a chat endpoint ({message}); check the base URL,"
        " then run the same command again."
    ),
    "stopped_transport": (
        "{label}: the endpoint cannot be reached ({message}); check the address and the network,"
        " then run the same command again."
    ),
    "stopped_rate_limited": (
        "{label}: the endpoint asks to wait too long ({message}); run the same command again later."
    ),
}

ZH: dict[str, str] = {
    "reused_answers": (
        "{label}：沿用库中已有的 {count} 条回答（生成于 {newest_age} 至 {oldest_age} 前）；"
        "若同名下换了新检查点，请用 --revision 或 --fresh answers。"
    ),
    "reused_verdicts": (
        "评委 {label}：沿用库中已有的 {count} 条判定（作出于 {newest_age} 至 {oldest_age} 前）；"
        "若要重新评判，请用 --fresh verdicts。"
    ),
    "moved": ("{label} 以前在 {before}，现在在 {now}：如果那里是另一个模型，请用 --revision 加以区分。"),
    "stopped_unauthorized": (
        "{label}：接口拒绝了密钥（{message}）；请检查密钥及其来源，然后重新运行同一命令。"
    ),
    "stopped_unknown_model": (
        "{label}：接口不认识这个模型或路径（{message}）；请检查模型名和 base URL，然后重新运行同一命令。"
    ),
    "stopped_unsupported_parameter": (
        "{label}：接口不接受某个参数（{message}）；请在 heartbench.toml 中修改该模型的参数，"
        "然后重新运行同一命令。"
    ),
    "stopped_bad_response": (
        "{label}：该地址的回应不像聊天接口（{message}）；请检查 base URL，然后重新运行同一命令。"
    ),
    "stopped_transport": ("{label}：无法连接接口（{message}）；请检查地址和网络，然后重新运行同一命令。"),
    "stopped_rate_limited": (
        "{label}：接口要求等待的时间超出一次运行的限度（{message}）；请稍后重新运行同一命令。"
    ),
}
